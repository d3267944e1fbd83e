/** The name by which others refer to something: taken over when the field is left. */
import { useId, useState } from "react";
import { Labelled } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { useEditor } from "./editor";

interface Props {
  value: string;
  label: string;
  help: string;
  pattern?: string;
  taken: (to: string) => boolean;
  /** Answers whether it could be done. */
  rename: (to: string) => boolean;
}

/** The field; a name that cannot be stays in it with the reason. */
export function NameField({ value, label, help, pattern = ".{1,80}", taken, rename }: Props) {
  const t = useText();
  const id = useId();
  const { mayEdit, refused } = useEditor();
  const [text, setText] = useState(refused?.values.id ?? value);
  const [said, setSaid] = useState<string | undefined>(
    [refused?.problem.errors?.id ?? []].flat().join(" ") || undefined,
  );
  const leave = () => {
    const name = text.trim();
    if (name === value) return setSaid(undefined);
    if (!new RegExp(`^(?:${pattern})$`).test(name)) return setSaid(t("flow.badName"));
    if (taken(name)) return setSaid(t("flow.takenName"));
    setSaid(undefined);
    rename(name);
  };
  return (
    <div className="fl-part">
      <Labelled id={id} label={label} help={help} said={said}>
        <input
          id={id}
          className="input mono"
          name="id"
          dir="ltr"
          autoComplete="off"
          maxLength={80}
          disabled={!mayEdit}
          value={text}
          aria-invalid={said ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            leave();
          }}
        />
      </Labelled>
    </div>
  );
}
