import { useText } from "../../lib/i18n";
import { Field, Select } from "../fields";
import { Prose } from "./Prose";
import { STATES } from "./writing";

interface StateSelectProps {
  value: string;
  states?: readonly string[];
}

/** Whether readers see a text. */
export function StateSelect({ value, states = STATES }: StateSelectProps) {
  const t = useText();
  return (
    <Select
      label={t("writing.state")}
      name="status"
      defaultValue={value}
      options={states.map((state) => ({ value: state, label: t(`writing.status.${state}`) }))}
    />
  );
}

interface SlugFieldProps {
  value: string;
  help: string;
  readOnly?: boolean;
}

/** What the address of a text ends with. */
export function SlugField({ value, help, readOnly }: SlugFieldProps) {
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
