/** In which fields of a task two people's versions differ. */
import type { Difference } from "../../../components/forms/NotSaved";
import { useFormat, useText } from "../../../lib/i18n";
import type { Draft } from "./types";

const LABELS = {
  title: "name",
  due_date: "due",
  assignee: "assignee",
  tags: "tags",
  description: "text",
  is_important: "important",
  is_completed: "completed",
} as const;
const FIELDS = Object.keys(LABELS) as (keyof Draft)[];

/** Says them in the reader's words. */
export function useDifferences() {
  const t = useText();
  const f = useFormat();
  const say = (value: Draft[keyof Draft], field: keyof Draft) => {
    if (typeof value === "boolean") return t(value ? "todo.yes" : "todo.no");
    if (Array.isArray(value)) return value.length ? f.list(value.map((tag) => t(`todo.tag.${tag}`))) : f.number(null);
    return field === "due_date" ? f.date(value) : value || f.number(null);
  };
  return (mine: Draft, theirs: Draft): Difference[] =>
    FIELDS.filter((field) => String(mine[field] ?? "") !== String(theirs[field] ?? "")).map((field) => ({
      label: t(`todo.${LABELS[field]}`),
      mine: say(mine[field], field),
      theirs: say(theirs[field], field),
    }));
}
