/** The description: text with marks, buttons that set them, and how it reads. */
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { IconButton } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { useFieldError } from "../../../components/forms/typed";
import { useText } from "../../../lib/i18n";
import { InlineMarkdown } from "./InlineMarkdown";

const MAX = 20_000;
const MARKS = [
  { id: "bold", icon: "bold", key: "b", around: "**" },
  { id: "italic", icon: "italic", key: "i", around: "*" },
  { id: "list", icon: "list", key: "", around: "- " },
  { id: "link", icon: "link", key: "k", around: "](https://)" },
] as const;
type Mark = (typeof MARKS)[number];

/** A text and its selection with a mark put in. */
export function marked(
  text: string,
  from: number,
  to: number,
  { id, around }: Pick<Mark, "id" | "around">,
): { text: string; from: number; to: number } {
  const [before, chosen, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  if (id === "list") {
    const start = before.lastIndexOf("\n") + 1;
    const lines = (before.slice(start) + chosen)
      .split("\n")
      .map((line) => around + line)
      .join("\n");
    return { text: before.slice(0, start) + lines + after, from: start + lines.length, to: start + lines.length };
  }
  if (id === "link")
    return {
      text: `${before}[${chosen}${around}${after}`,
      from: from + chosen.length + 3,
      to: from + chosen.length + around.length,
    };
  return { text: before + around + chosen + around + after, from: from + around.length, to: to + around.length };
}

/** A text area under buttons for its marks, and what it says below it. */
export function DescriptionField({ defaultValue }: { defaultValue: string }) {
  const t = useText();
  const id = useId();
  const error = useFieldError("description");
  const area = useRef<HTMLTextAreaElement>(null);
  const scripted = useScripted();
  const [text, setText] = useState(defaultValue);
  const put = (mark: Mark) => {
    const field = area.current;
    if (!field) return;
    const next = marked(field.value, field.selectionStart, field.selectionEnd, mark);
    field.value = next.text;
    field.focus();
    field.setSelectionRange(next.from, next.to);
    setText(next.text);
  };
  const press = (event: KeyboardEvent) => {
    const mark = (event.ctrlKey || event.metaKey) && MARKS.find(({ key }) => key === event.key.toLowerCase());
    if (!mark) return;
    event.preventDefault();
    put(mark);
  };
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{t("todo.text")}</label>
        {/* i18n: todo.mark.* */}
        {scripted && (
          <span className="t-marks" role="group" aria-label={t("todo.marks")}>
            {MARKS.map((mark) => (
              <IconButton
                key={mark.id}
                icon={mark.icon}
                size={16}
                label={t(`todo.mark.${mark.id}`)}
                onClick={() => put(mark)}
              />
            ))}
          </span>
        )}
      </div>
      <textarea
        ref={area}
        id={id}
        className="input"
        name="description"
        rows={5}
        dir="auto"
        maxLength={MAX}
        defaultValue={defaultValue}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <p className={error ? "field-error" : "field-help"} id={`${id}-note`}>
        {error ?? t("todo.textHelp")}
      </p>
      {text.trim() && (
        <section className="t-reads" aria-label={t("todo.reads")}>
          <InlineMarkdown text={text} />
        </section>
      )}
    </div>
  );
}
