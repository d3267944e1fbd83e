import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { useChosen, useFieldError, useTyped } from "./forms/typed";
import { useText } from "../lib/i18n";
import { Icon } from "./Icon";

/** What is around every control: its name, and what is said about it. */
export interface Around {
  label: string;
  help?: ReactNode;
  error?: string | string[] | undefined;
  /** Shown at the end of the label's row. */
  aside?: ReactNode;
}

/** Ids and ARIA that tie a control to what is said about it. */
export function useAround({
  error,
  help,
  id: ownId,
  name,
}: Pick<Around, "error" | "help"> & { id?: string | undefined; name?: string | undefined }) {
  const own = useId();
  const id = ownId ?? own;
  const formError = useFieldError(name);
  const text = (Array.isArray(error) ? error.join(" ") : error) ?? formError;
  const note = text || help ? `${id}-note` : undefined;
  // The browser takes the first field in the document that asks for the focus: the first that was refused.
  return {
    id,
    message: text,
    aria: { id, "aria-describedby": note, "aria-invalid": text ? true : undefined, autoFocus: Boolean(text) },
  };
}

/** A control under its label and over its help or error. */
export function Labelled({
  id,
  label,
  help,
  message,
  aside,
  children,
}: Omit<Around, "error"> & { id: string; message: string | undefined; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children}
      {message ? (
        <p className="field-error" id={`${id}-note`}>
          <Icon name="circle-alert" size={16} />
          {message}
        </p>
      ) : (
        help && (
          <p className="field-help" id={`${id}-note`}>
            {help}
          </p>
        )
      )}
    </div>
  );
}

/** A labelled input; an error takes the place of the help and says how to fix it. */
export function Field({
  label,
  help,
  error,
  aside,
  unit,
  className,
  ...input
}: Around & { unit?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const { id, message, aria } = useAround({ error, help, id: input.id, name: input.name });
  const control = <input {...aria} {...useTyped(input)} className={`input ${className ?? ""}`} />;
  return (
    <Labelled id={id} label={label} help={help} message={message} aside={aside}>
      {unit === undefined ? (
        control
      ) : (
        <div className="with-unit">
          {control}
          {unit && <span>{unit}</span>}
        </div>
      )}
    </Labelled>
  );
}

/** A labelled text area. */
export function TextArea({
  label,
  help,
  error,
  aside,
  ...input
}: Around & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id">) {
  const { id, message, aria } = useAround({ error, help, name: input.name });
  return (
    <Labelled id={id} label={label} help={help} message={message} aside={aside}>
      <textarea rows={4} {...useTyped(input, "lines")} {...aria} className="input" />
    </Labelled>
  );
}

/** Whether a refusal says no more than that something is missing: of a choice it says what to do. */
export const isGeneric = (text: string) => ["Enter a value.", "Required."].includes(text);

interface SelectOptions {
  options: readonly { value: string; label: string }[];
  /** Which of several controls with one name it is: what is wrong with them is said at the first. */
  place?: number;
}

/** A labelled native select. */
export function Select({
  label,
  help,
  error,
  aside,
  options,
  place = 0,
  ...select
}: Around & SelectOptions & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id">) {
  const t = useText();
  const { id, message, aria } = useAround({ error, help, ...(place === 0 && { name: select.name }) });
  const typed = useTyped(select, place);
  const isOpen = !(typed.value ?? typed.defaultValue) && options[0]?.value === "";
  return (
    <Labelled
      id={id}
      label={label}
      help={help}
      message={message && isOpen && isGeneric(message) ? t("common.chooseOne") : message}
      aside={aside}
    >
      <select {...typed} {...aria} className="input select">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A tick box with its label. */
export function Checkbox({ label, ...input }: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="choice">
      <input type="checkbox" {...useChosen(input)} />
      <span>{label}</span>
    </label>
  );
}

/** One of several choices. */
export function Radio({ label, ...input }: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="choice">
      <input type="radio" {...useChosen(input)} />
      <span>{label}</span>
    </label>
  );
}
