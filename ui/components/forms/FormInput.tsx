import { Field } from "../fields";

interface Props {
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

/** A field of a form sheet with what is stored. */
export function FormInput({ name, label, value, max, dir = "ltr", type = "text", help, required, first }: Props) {
  return (
    <Field
      label={label}
      name={name}
      defaultValue={value ?? ""}
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
