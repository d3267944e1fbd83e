/** The plain fields of a flow's forms: each knows its value, its errors and its name in a form without script. */
import { useId, useState, type InputHTMLAttributes, type ReactNode } from "react";
import { Icon } from "../../../components";
import { Labelled } from "../../../components/fields";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { useEditor, useFields, useUnread } from "./editor";

interface Common {
  name: string;
  label: string;
  help?: ReactNode;
}

/** What ties a control to what is said of it; unlike elsewhere an error takes no focus, as it may have been there. */
function useTied(name: string, help: ReactNode, unfit?: string) {
  const fields = useFields();
  const id = useId();
  const error = unfit ?? (fields.errors(name).join(" ") || undefined);
  const warned = error ? [] : fields.warnings(name);
  const note =
    warned.length > 0 ? (
      <span className="fl-warned">
        <Icon name="triangle-alert" size={14} />
        {warned.join(" ")}
      </span>
    ) : (
      help
    );
  const aria = {
    id,
    "aria-describedby": error || note ? `${id}-note` : undefined,
    "aria-invalid": error ? true : undefined,
    disabled: !fields.editor.mayEdit,
  } as const;
  return { fields, aria, around: { id, message: error, help: note } };
}

/** One line of text; emptied it is taken out of the document. */
export function Line({
  name,
  label,
  help,
  unit,
  mono,
  number,
  ...input
}: Common & { unit?: ReactNode; mono?: boolean; number?: boolean } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    "name" | "value" | "onChange"
  >) {
  const { fields, aria, around } = useTied(name, help);
  const change = (text: string) =>
    fields.set(name, text === "" ? undefined : number && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  const control = (
    <input
      {...aria}
      autoComplete="off"
      dir={mono || number ? "ltr" : "auto"}
      {...(number && { inputMode: "decimal" as const })}
      {...input}
      name={name}
      className={`input${mono ? " mono" : ""}`}
      value={fields.text(name)}
      onChange={(event) => change(event.target.value)}
    />
  );
  return (
    <Labelled label={label} {...around}>
      {unit === undefined ? (
        control
      ) : (
        <div className="with-unit">
          {control}
          <span>{unit}</span>
        </div>
      )}
    </Labelled>
  );
}

/** One of a few words. */
export function Pick({
  name,
  label,
  help,
  options,
  fallback = "",
}: Common & { options: readonly { value: string; label: string }[]; fallback?: string }) {
  const { fields, aria, around } = useTied(name, help);
  const value = fields.text(name) || fallback;
  return (
    <Labelled label={label} {...around}>
      <select
        {...aria}
        className="input select"
        name={name}
        value={value}
        onChange={(event) => fields.set(name, event.target.value || undefined)}
      >
        {!options.some((option) => option.value === value) && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A number out of a few. */
export function PickNumber(props: Common & { options: readonly number[] }) {
  const { fields, aria, around } = useTied(props.name, props.help);
  return (
    <Labelled label={props.label} {...around}>
      <select
        {...aria}
        className="input select"
        name={props.name}
        value={fields.text(props.name) || String(props.options[0])}
        onChange={(event) => fields.set(props.name, Number(event.target.value))}
      >
        {props.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Labelled>
  );
}

/** On, or not there. */
export function Tick({ name, label }: { name: string; label: string }) {
  const { fields } = useTied(name, undefined);
  return (
    <label className="choice">
      <input type="hidden" name={name} value="0" />
      <input
        type="checkbox"
        name={name}
        value="1"
        disabled={!fields.editor.mayEdit}
        checked={fields.value(name) === true}
        onChange={(event) => fields.set(name, event.target.checked || undefined)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Several lines of text that stand for something: what is typed is read when the field is left. */
export function Lines<T>({
  name,
  label,
  help,
  write,
  read,
  rows = 3,
  mono,
}: Common & {
  /** The value as text. */
  write: (value: T | undefined) => string;
  /** The text as value; `undefined` takes it out, null says that it cannot be one. */
  read: (text: string) => T | undefined | null;
  rows?: number;
  mono?: boolean;
}) {
  const t = useText();
  const [draft, setDraft] = useState<{ of: string; text: string } | null>(null);
  const stored = write(useFields().value(name) as T | undefined);
  const typed = draft && draft.of === stored ? draft.text : undefined;
  const isUnread = typed !== undefined && read(typed) === null;
  const { fields, aria, around } = useTied(name, help, isUnread ? t("flow.unreadField") : undefined);
  useUnread(name, isUnread);
  const text = typed ?? fields.editor.refused?.values[name] ?? stored;
  const type = (typed: string) => {
    const value = read(typed);
    if (value === null) return setDraft({ of: stored, text: typed });
    fields.set(name, value);
    // The text as typed stays in the field: an unfinished line is none yet.
    setDraft({ of: write(value), text: typed });
  };
  return (
    <Labelled label={label} {...around}>
      <textarea
        {...aria}
        className={`input fl-text${mono ? " mono" : ""}`}
        dir={mono ? "ltr" : "auto"}
        rows={rows}
        name={name}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => draft && read(draft.text) !== null && setDraft(null)}
      />
    </Labelled>
  );
}

/** The name of a row, used when its field is left; one that cannot be used stays there, marked as not saved. */
export function RowName({
  name,
  value,
  rename,
  ...input
}: {
  name: string;
  value: string;
  /** Answers whether it could be done. */
  rename: (to: string) => boolean;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "value" | "onChange" | "onBlur">) {
  const { mayEdit, refused } = useEditor();
  const [isUnread, setUnread] = useState(false);
  useUnread(name, isUnread);
  const leave = (text: string) => setUnread(text.trim() !== value && !rename(text.trim()));
  return (
    <input
      className="input mono"
      dir="ltr"
      autoComplete="off"
      {...input}
      name={name}
      disabled={!mayEdit}
      defaultValue={refused?.values[name] ?? value}
      aria-invalid={isUnread || undefined}
      onBlur={(event) => leave(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        leave(event.currentTarget.value);
      }}
    />
  );
}

/** What the document has below a name and the form does not show, as a form without script sends it back. */
export function Carried({ name }: { name: string }) {
  const value = useFields().value(name);
  if (typeof value !== "object" || value === null)
    return value === undefined ? null : <Unscripted name={name} value={String(value)} />;
  return Object.keys(value).map((key) => <Carried key={key} name={`${name}.${key}`} />);
}

/** What only a form without script sends. */
export function Unscripted({ name, value }: { name: string; value: string }) {
  return useScripted() ? null : <textarea hidden readOnly name={name} value={value} />;
}
