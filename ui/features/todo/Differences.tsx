/** Somebody else saved first: both values of every field that differs, and the two ways on. */
import { Notice, PageLink } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { Draft } from "./TaskSheet";
import type { todoGrammar } from "./pages";

const FIELDS = ["title", "due_date", "assignee", "tags", "description", "is_important", "is_completed"] as const;
const LABELS = { title: "name", due_date: "due", assignee: "assignee", tags: "tags", description: "text", is_important: "important", is_completed: "completed" } as const;

/** The fields in which two drafts differ. */
export const differing = (mine: Draft, theirs: Draft) => FIELDS.filter((field) => String(mine[field] ?? "") !== String(theirs[field] ?? ""));

/** One's own values beside theirs; the form below holds one's own, on the version that is there now. */
export function Differences({ mine, theirs, onTheirs }: { mine: Draft; theirs: Draft; onTheirs: () => void }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof todoGrammar>();
  const say = (draft: Draft, field: (typeof FIELDS)[number]) => {
    const value = draft[field];
    if (typeof value === "boolean") return t(value ? "todo.yes" : "todo.no");
    if (Array.isArray(value)) return value.length ? f.list(value.map((tag) => t(`todo.tag.${tag}`))) : f.number(null);
    return field === "due_date" ? f.date(value) : value || f.number(null);
  };
  const fields = differing(mine, theirs);
  return (
    <Notice tone="warn" icon="git-branch" focus title={t("todo.staleTitle")}>
      {t("todo.staleText")}
      <table className="t-diff">
        <thead><tr><th scope="col"><span className="sr">{t("todo.field")}</span></th><th scope="col">{t("todo.yours")}</th><th scope="col">{t("todo.theirs")}</th></tr></thead>
        <tbody>{fields.map((field) => <tr key={field}><th scope="row">{t(`todo.${LABELS[field]}`)}</th><td>{say(mine, field)}</td><td>{say(theirs, field)}</td></tr>)}</tbody>
      </table>
      <PageLink className="button size-s" to={here()} onClick={(event) => { event.preventDefault(); onTheirs(); }}>{t("todo.takeTheirs")}</PageLink>
    </Notice>
  );
}
