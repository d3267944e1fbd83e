import { Field } from "../fields";
import type { Own } from "./useOwnForm";

interface Props {
  own: Own;
  name: string;
  label: string;
  /** What is stored. */
  value?: string | number | null | undefined;
  max?: number;
  dir?: "auto" | "ltr";
  type?: string;
  help?: string;
  required?: boolean;
  /** It has the focus when the sheet opens. */
  first?: boolean;
}

/** A field of a form sheet with what was typed, or what is stored. */
export function FormInput({ own, name, label, value, max, dir = "ltr", type = "text", help, required, first }: Props) {
  return (
    <Field
      label={label}
      {...own.field(name, value)}
      type={type}
      dir={dir}
      maxLength={max}
      required={required}
      help={help}
      data-first={first || undefined}
      autoComplete="off"
    />
  );
}
