/** A file to choose; a short text that was sent with the form before is carried along, so that it is chosen once. */
import type { InputHTMLAttributes } from "react";
import { Labelled, useAround, type Around } from "../fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";

type Props = Around & Omit<InputHTMLAttributes<HTMLInputElement>, "name">;

const NAME = "file";

/** The field, and what is carried along. */
export function FileField({ label, help, error, required, ...rest }: Props) {
  const t = useText();
  const { form } = usePage();
  const text = form?.values[`${NAME}:text`];
  const value = form?.values[`${NAME}:name`] ?? "";
  const { id, message, aria } = useAround({ error, help, name: NAME });
  return (
    <Labelled id={id} label={label} help={help} message={message}>
      <input {...rest} {...aria} className="input" type="file" name={NAME} required={required && text === undefined} />
      {text !== undefined && (
        <>
          <p className="small">{t("controls.fileKept", { name: value })}</p>
          <input type="hidden" name={`${NAME}:name`} value={value} />
          <textarea name={`${NAME}:text`} readOnly hidden defaultValue={text} />
        </>
      )}
    </Labelled>
  );
}
