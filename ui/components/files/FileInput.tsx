/** A file to choose; a short text that was sent with the form before is carried along, so that it is chosen once. */
import type { InputHTMLAttributes } from "react";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";

/** The input, and what is carried along. */
export function FileInput({ name, required, ...rest }: InputHTMLAttributes<HTMLInputElement> & { name: string }) {
  const t = useText();
  const { form } = usePage();
  const text = form?.values[`${name}:text`];
  const value = form?.values[`${name}:name`] ?? "";
  return (
    <>
      <input {...rest} className="input" type="file" name={name} required={required && text === undefined} />
      {text !== undefined && (
        <>
          <p className="small">{t("controls.fileKept", { name: value })}</p>
          <input type="hidden" name={`${name}:name`} value={value} />
          <textarea name={`${name}:text`} readOnly hidden defaultValue={text} />
        </>
      )}
    </>
  );
}
