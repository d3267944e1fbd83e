/** The list in an order of one's own or another, what was done last, and what can be done to all of it. */
import { ActionForm, Avatar, Button, Icon, PageLink, useCan } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { SortableList } from "../../../components/lists/SortableList";
import { todayIn } from "../../../components/dates/days";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import type { todoGrammar } from "./query";
import type { Task, TaskPage } from "./types";
import type { Tasks } from "./useTasks";

interface Props {
  page: TaskPage;
  tasks: Tasks;
}

/** Rows; in one's own order they can be moved. */
export function TaskList({ page, tasks }: Props) {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof todoGrammar>();
  // i18n: todo.view.*
  const label = t(`todo.view.${query.view}`);
  const row = (task: Task) => <Row task={task} tasks={tasks} />;
  if (query.sort !== "own" || query.view === "deleted" || !can("update", "Office")) {
    return <Plain label={label} page={page} tasks={tasks} />;
  }
  return (
    <div className="t-list">
      <SortableList
        label={label}
        items={page.items.map((task) => ({ id: task.id, name: task.title, body: row(task) }))}
        form={{ call: "/api/v1/tasks/order", page: here(), done: "ordered" }}
        onSort={(order) => void tasks.order(order)}
      />
    </div>
  );
}

/** Rows whose order is not one's own. */
function Plain({ label, page, tasks }: Props & { label: string }) {
  const { here } = usePage<typeof todoGrammar>();
  return (
    <ActionForm
      className="t-list"
      call="/api/v1/tasks/order"
      page={here()}
      onSubmit={(event) => event.preventDefault()}
    >
      <ul className="sortable" aria-label={label}>
        {page.items.map((task) => (
          <li key={task.id}>
            <div className="sortable-body">
              <Row task={task} tasks={tasks} />
            </div>
          </li>
        ))}
      </ul>
    </ActionForm>
  );
}

/** What was done last, folded away under the open tasks. */
export function DoneBelow({ page, tasks }: Props) {
  const t = useText();
  const { here } = usePage<typeof todoGrammar>();
  if (page.total === 0) return null;
  return (
    <details className="t-done">
      <summary>
        <Icon name="chevron-right" size={16} className="mirror" />
        {t("todo.doneBelow", { n: page.total })}
      </summary>
      <Plain label={t("todo.view.completed")} page={page} tasks={tasks} />
      {page.total > page.items.length && <PageLink to={here({ view: "completed" })}>{t("todo.allDone")}</PageLink>}
    </details>
  );
}

/** What can be done to every task in sight: to put the done ones away, to take the deleted ones out again. */
export function ManyActions({ page, tasks }: Props) {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof todoGrammar>();
  const act = query.view === "completed" ? "delete" : query.view === "deleted" ? "restore" : null;
  if (!act || page.items.length === 0 || !can("delete", "Office")) return null;
  const ids = page.items.map(({ id }) => id);
  return (
    <ActionForm
      className="t-many"
      call="/api/v1/tasks/many"
      page={here()}
      done={act === "delete" ? "deletedMany" : "restoredMany"}
      onSubmit={(event) => {
        event.preventDefault();
        void tasks.many(ids, act);
      }}
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids[]" value={id} />
      ))}
      <Button type="submit" name="do" value={act} size="s" icon={act === "delete" ? "trash" : "history"}>
        {t(act === "delete" ? "todo.deleteAll" : "todo.restoreAll", { n: ids.length })}
      </Button>
    </ActionForm>
  );
}

/** One task: done or not, its name, what is known of it, its star. */
function Row({ task, tasks }: { task: Task; tasks: Tasks }) {
  const t = useText();
  const can = useCan();
  const go = useGo();
  const { query, here } = usePage<typeof todoGrammar>();
  const { title: what, is_completed: done, is_important: starred } = task;
  const may = can("update", "Office");
  const own = {
    call: `/api/v1/tasks/${task.id}`,
    method: "PATCH",
    page: here({ task: undefined }),
    revision: String(task.revision),
  } as const;
  const to = here({ task: task.id, new: undefined });
  return (
    <div
      className={done ? "t-row done" : "t-row"}
      data-task={task.id}
      aria-current={query.task === task.id ? "true" : undefined}
    >
      {task.is_deleted ? (
        <Icon name="trash" size={16} className="t-gone" />
      ) : (
        <button
          type="submit"
          className="t-check"
          role="checkbox"
          aria-checked={done}
          aria-label={t("todo.complete", { what })}
          disabled={!may}
          name="is_completed"
          value={done ? "0" : "1"}
          formAction={submitPath({ ...own, done: done ? "reopened" : "completed" })}
          onClick={(event) => {
            event.preventDefault();
            void tasks.complete(task);
          }}
        >
          {done && <Icon name="check" size={14} />}
        </button>
      )}
      <PageLink
        to={to}
        className="t-title"
        onClick={(event) => {
          if (event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) {
            event.preventDefault();
            go(to, { replace: true });
          }
        }}
      >
        <bdi>{what}</bdi>
      </PageLink>
      <span className="t-tags">
        {task.tags.map((tag) => (
          <span key={tag} className={`pill tag-${tag}`}>
            {t(`todo.tag.${tag}`)}
          </span>
        ))}
      </span>
      <Due task={task} />
      <span className="t-who" title={task.assignee?.name}>
        {task.assignee && (
          <>
            <Avatar name={task.assignee.name} src={task.assignee.avatar} size={28} />
            <span className="sr">{t("todo.for", { who: task.assignee.name })}</span>
          </>
        )}
      </span>
      {task.is_deleted ? (
        can("delete", "Office") && (
          <Button
            size="s"
            type="submit"
            formAction={submitPath({ ...own, call: `${own.call}/restore`, method: "POST", done: "restored" })}
            onClick={(event) => {
              event.preventDefault();
              void tasks.restore(task);
            }}
            aria-label={t("todo.restoreOne", { what })}
          >
            {t("todo.restore")}
          </Button>
        )
      ) : (
        <button
          type="submit"
          className="icon-button t-star"
          aria-pressed={starred}
          aria-label={t("todo.star", { what })}
          title={t("todo.important")}
          disabled={!may}
          name="is_important"
          value={starred ? "0" : "1"}
          formAction={submitPath({ ...own, done: "saved" })}
          onClick={(event) => {
            event.preventDefault();
            void tasks.change(task, { is_important: !starred });
          }}
        >
          <Icon name="star" size={16} />
        </button>
      )}
    </div>
  );
}

const DAY_MS = 86_400_000;

/** When it is due: today in bold, overdue by how much. */
function Due({ task: { due_date: due, is_completed: done, is_deleted: gone } }: { task: Task }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  if (!due) return <span className="t-due" />;
  const late = Math.round((Date.parse(todayIn(session.zone, session.now)) - Date.parse(due)) / DAY_MS);
  if (late === 0 && !done && !gone)
    return (
      <time className="t-due today" dateTime={due}>
        {t("todo.today")}
      </time>
    );
  if (late > 0 && !done && !gone)
    return (
      <time className="t-due late" dateTime={due} title={f.date(due)}>
        {t("todo.overdue", { n: late })}
      </time>
    );
  return (
    <time className="t-due" dateTime={due}>
      {f.day(due)}
    </time>
  );
}
