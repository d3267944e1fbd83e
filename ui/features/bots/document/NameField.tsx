/** The name by which others refer to something: taken over when the field is left. */
import { useId, useState } from "react";
import { Labelled } from "../../../components/fields";
import { useScripted } from "../../../hooks/useScripted";
import { codeWords } from "../../../lib/codes";
import { useText } from "../../../lib/i18n";
import { useEditor } from "./editor";

interface Props {
  value: string;
  label: string;
  help: string;
  pattern?: string;
  /** Whether it is shown and typed as words; blanks become underscores. */
  asWords?: boolean;
  taken: (to: string) => boolean;
  /** Answers whether it could be done. */
  rename: (to: string) => boolean;
}

/** The field; a name that cannot be stays in it with the reason. */
export function NameField({ value, label, help, pattern = ".{1,80}", asWords = false, taken, rename }: Props) {
  const t = useText();
  const id = useId();
  const { mayEdit, refused } = useEditor();
  const scripted = useScripted();
  const storedText = asWords && scripted ? codeWords(value) : value;
  const [typed, setText] = useState(refused?.values.id);
  const text = typed ?? storedText;
  const [error, setError] = useState<string | undefined>(
    [refused?.problem.errors?.id ?? []].flat().join(" ") || undefined,
  );
  const leave = () => {
    const name = asWords ? text.trim().replace(/\s+/g, "_") : text.trim();
    if (name === value || text.trim() === storedText) return setError(undefined);
    if (!new RegExp(`^(?:${pattern})$`).test(name)) return setError(t("flow.badName"));
    if (taken(name)) return setError(t("flow.takenName"));
    setError(undefined);
    rename(name);
  };
  return (
    <div className="fl-part">
      <Labelled id={id} label={label} help={help} message={error}>
        <input
          id={id}
          className="input"
          name="id"
          dir="auto"
          autoComplete="off"
          maxLength={80}
          disabled={!mayEdit}
          value={text}
          aria-invalid={error ? true : undefined}
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
