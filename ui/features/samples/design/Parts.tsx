import { SECTIONS, type Section } from "./sections";

/** The parts one after the other. */
export function Parts({ of }: { of: readonly Section[] }) {
  return (
    <div className="grid12 sections">
      {of.map((id) => {
        const View = SECTIONS[id];
        return <View key={id} />;
      })}
    </div>
  );
}
