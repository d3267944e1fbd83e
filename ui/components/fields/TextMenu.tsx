/** Ready texts for someone who writes: behind a button, or without script in a list that the address chooses from. */
import { ActionMenu, MenuAction } from "../floats/ActionMenu";
import "../floats/floats.css";

/** A ready text by its name. */
export interface ReadyText {
  id: string;
  name: string;
  note: string;
  text: string;
  lang?: string;
}

interface Props {
  label: string;
  texts: readonly ReadyText[];
}

/** The menu; first letters find a name. */
export function TextMenu({ label, texts, onChoose }: Props & { onChoose: (text: string) => void }) {
  return (
    <ActionMenu label={label} icon="quote">
      {texts.map(({ id, name, note, text, lang }) => (
        <MenuAction
          key={id}
          onClick={() => onChoose(text)}
          about={
            <span className="tm-said" lang={lang} dir="auto">
              {text}
            </span>
          }
        >
          <bdi>{name}</bdi>
          {note && <span className="quiet"> · {note}</span>}
        </MenuAction>
      ))}
    </ActionMenu>
  );
}

interface Choice extends Props {
  act: string;
  name: string;
  chosen: string;
  action: string;
  /** What the address says besides. */
  besides: Readonly<Record<string, string>>;
}

/** The same without script: the page is asked for again with the text in its box. */
export function TextChoice({ label, texts, act, name, chosen, action, besides }: Choice) {
  return (
    <form className="tm-choice flex" method="get" action={action}>
      {Object.entries(besides).map(
        ([key, value]) => value && <input key={key} type="hidden" name={key} value={value} />,
      )}
      <select className="input" name={name} aria-label={label} defaultValue={chosen}>
        {texts.map(({ id, name: label, note }) => (
          <option key={id} value={id}>
            {note ? `${label} · ${note}` : label}
          </option>
        ))}
      </select>
      <button className="button">{act}</button>
    </form>
  );
}
