import { useText } from "../../lib/i18n";
import { Field, Select } from "../fields";
import { Prose } from "./Prose";
import { STATES } from "./writing";

type Errors = Readonly<Record<string, string[] | undefined>>;

interface StateSelectProps {
  value: string;
  errors: Errors;
  states?: readonly string[];
}

/** Whether readers see a text. */
export function StateSelect({ value, errors, states = STATES }: StateSelectProps) {
  const t = useText();
  return (
    <Select
      label={t("writing.state")}
      name="status"
      defaultValue={value}
      error={errors.status}
      options={states.map((state) => ({ value: state, label: t(`writing.status.${state}`) }))}
    />
  );
}

interface SlugFieldProps {
  value: string;
  errors: Errors;
  help: string;
  readOnly?: boolean;
}

/** What the address of a text ends with. */
export function SlugField({ value, errors, help, readOnly }: SlugFieldProps) {
  const t = useText();
  return (
    <Field
      label={t("writing.slug")}
      name="slug"
      dir="ltr"
      required
      readOnly={readOnly}
      maxLength={80}
      pattern="[a-z0-9]+(-[a-z0-9]+)*"
      defaultValue={value}
      error={errors.slug}
      help={help}
    />
  );
}

/** A text as its readers would see it. */
export function PreviewText({ title, html }: { title: string; html: readonly string[] }) {
  return (
    <>
      <h3 className="preview-title" dir="auto">
        {title}
      </h3>
      {html.map((part, n) => (
        <Prose key={n} html={part} />
      ))}
    </>
  );
}
