import { Notice, PageHead, Tabs } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { designGrammar } from "./pages";
import { SECTIONS, type Section } from "./sections";

/** Some sections of components under a title of their own; one of them alone by the address. */
export function Showcase({ name, sections }: { name: "forms" | "charts" | "components" | "extensions"; sections: readonly Section[] }) {
  const t = useText();
  const { query, here, form } = usePage<typeof designGrammar>();
  const one = sections.find((id) => id === query.s);
  return (
    <>
      {/* i18n: design.show.* design.about.* design.s.* */}
      <PageHead title={t(`design.show.${name}`)} lead={t(`design.about.${name}`)} />
      {form && <Notice tone="bad" focus>{form.problem.detail}</Notice>}
      <Tabs label={t("design.sections")} items={["", ...sections].map((id) => ({ label: t(`design.s.${id || "all"}`), to: here({ s: id }), current: (one ?? "") === id }))} />
      <Sections of={one ? [one] : sections} />
    </>
  );
}

/** The parts one after the other. */
export function Sections({ of }: { of: readonly Section[] }) {
  return (
    <div className="grid12">
      {of.map((id) => {
        const View = SECTIONS[id];
        return <View key={id} />;
      })}
    </div>
  );
}
