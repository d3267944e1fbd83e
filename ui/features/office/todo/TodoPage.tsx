/** The to-do list: views and tags beside it, a line to add to it, and a sheet to change one task. */
import { useRef } from "react";
import { Can, Empty, Icon, LinkButton, PageHead, PageLink, Trouble, useCan } from "../../../components";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Pagination } from "../../../components/Pagination";
import { SearchForm } from "../../../components/fields/SearchForm";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useLiveTags } from "../../../hooks/useLiveTags";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { later, useGetForm, useGo, usePage } from "../../../page";
import { todoApi } from "./api";
import { DoneBelow, ManyActions, TaskList } from "./lists";
import { doneBelow, type todoGrammar } from "./query";
import { QuickAdd } from "./QuickAdd";
import { SORTS, TAGS, VIEWS } from "./types";
import { useTasks } from "./useTasks";
import "../../../components/lists/side-nav.css";
import "./todo.css";

const NewSheet = later(() => import("./TaskSheet"), "NewSheet");
const TaskSheet = later(() => import("./TaskSheet"), "TaskSheet");
const VIEW_ICONS = {
  mine: "user",
  open: "list-todo",
  important: "star",
  completed: "circle-check",
  deleted: "trash",
} as const;

/** The page: sides, list and sheet. */
export default function TodoPage() {
  const t = useText();
  const { query, here } = usePage<typeof todoGrammar>();
  const { task, new: adding, ...list } = query;
  const result = todoApi.useTasksQuery(list);
  const below = todoApi.useTasksQuery(doneBelow(list), { skip: list.view !== "open" });
  const tasks = useTasks();
  useLiveTags(["task"], () => todoApi.util.invalidateTags(["Task"]));
  const can = useCan();
  const { data } = result;
  const inSheet = Boolean(task || adding);
  useTodoKeys(inSheet, can("update", "Office"), data?.items ?? [], tasks);
  return (
    <>
      <PageHead
        title={t("todo.title")}
        lead={t("todo.description")}
        actions={
          <Can I="create" a="Office">
            <LinkButton
              to={here({ new: true, task: undefined })}
              variant="primary"
              icon="plus"
              aria-label={t("todo.newLong")}
            >
              {t("todo.new")}
            </LinkButton>
          </Can>
        }
      />
      <div className="todo">
        <Sides />
        <div className="t-main">
          <Trouble of={result} />
          <PageRefusal title={t("todo.refused")} unless={inSheet} />
          <Tools />
          {data && (
            <>
              <Can I="create" a="Office">
                {list.view !== "completed" && list.view !== "deleted" && <QuickAdd tasks={tasks} />}
              </Can>
              {data.items.length > 0 ? <TaskList page={data} tasks={tasks} /> : <Nothing />}
              {below.data && <DoneBelow page={below.data} tasks={tasks} />}
              <ManyActions page={data} tasks={tasks} />
              {data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
            </>
          )}
        </div>
      </div>
      {adding && <NewSheet tasks={tasks} />}
      {task && !adding && <TaskSheet key={task} id={task} tasks={tasks} />}
    </>
  );
}

/** Keys of the list: up and down, complete, star, delete, a new task. */
function useTodoKeys(
  inSheet: boolean,
  may: boolean,
  items: readonly Parameters<ReturnType<typeof useTasks>["complete"]>[0][],
  tasks: ReturnType<typeof useTasks>,
) {
  const { here } = usePage<typeof todoGrammar>();
  const go = useGo();
  const at = useRef(-1);
  const links = () => [...document.querySelectorAll<HTMLElement>(".t-title")];
  const step = (by: number) => () => {
    if (inSheet) return;
    const all = links();
    const now = all.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    at.current = Math.max(
      0,
      Math.min(all.length - 1, now < 0 ? Math.max(at.current, by > 0 ? 0 : at.current) : now + by),
    );
    all[at.current]?.focus();
  };
  const changing = (act: (task: (typeof items)[number]) => unknown) => () => {
    const id = document.activeElement?.closest<HTMLElement>("[data-task]")?.dataset.task;
    const task = items.find((item) => item.id === id);
    if (task && may && !inSheet) void act(task);
  };
  useKeys({
    j: step(1),
    k: step(-1),
    n: () => may && !inSheet && go(here({ new: true, task: undefined }), { replace: true }),
    x: changing((task) => !task.is_deleted && tasks.complete(task)),
    s: changing((task) => !task.is_deleted && tasks.change(task, { is_important: !task.is_important })),
    Delete: changing((task) => !task.is_deleted && tasks.remove(task)),
  });
}

/** Views and tags with their numbers, as links. */
function Sides() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof todoGrammar>();
  const { data } = todoApi.useTaskCountsQuery({ view: query.view, q: query.q });
  const rest = { page: undefined, task: undefined, new: undefined };
  return (
    <div className="t-sides">
      <nav className="side-nav" aria-label={t("todo.views")}>
        {/* i18n: todo.view.* */}
        {VIEWS.map((view) => (
          <PageLink key={view} to={here({ ...rest, view })} aria-current={query.view === view ? "page" : undefined}>
            <Icon name={VIEW_ICONS[view]} size={16} />
            <span>{t(`todo.view.${view}`)}</span>
            {data && <span className="t-n">{f.number(data.views[view])}</span>}
          </PageLink>
        ))}
      </nav>
      <nav className="side-nav" aria-label={t("todo.tags")}>
        <h2>{t("todo.tags")}</h2>
        {/* i18n: todo.tag.* */}
        {TAGS.map((tag) => (
          <PageLink
            key={tag}
            to={here({ ...rest, tag: query.tag === tag ? undefined : tag })}
            aria-current={query.tag === tag ? "true" : undefined}
          >
            <i className={`t-dot tag-${tag}`} aria-hidden="true" />
            <span>{t(`todo.tag.${tag}`)}</span>
            {data && <span className="t-n">{f.number(data.tags[tag])}</span>}
          </PageLink>
        ))}
      </nav>
    </div>
  );
}

/** Search and order. */
function Tools() {
  const t = useText();
  const { query, here } = usePage<typeof todoGrammar>();
  const submit = useGetForm();
  const filters = {
    view: query.view === "open" ? "" : query.view,
    tag: query.tag,
    sort: query.sort === "own" ? "" : query.sort,
  };
  return (
    <div className="t-tools row apart">
      <SearchForm label={t("todo.search")} action="/apps/todo" value={query.q} onSubmit={submit}>
        <HiddenValues values={filters} />
      </SearchForm>
      {/* i18n: todo.sort.* */}
      <ChoiceMenu
        label={t("todo.sortBy")}
        value={query.sort}
        options={SORTS.map((sort) => [sort, t(`todo.sort.${sort}`)])}
        to={(sort) => here({ sort, page: undefined, task: undefined, new: undefined })}
      />
    </div>
  );
}

/** None at all, none in this view, or none that fits. */
function Nothing() {
  const t = useText();
  const { query, here } = usePage<typeof todoGrammar>();
  if (query.q || query.tag) {
    const what = [query.q && `“${query.q}”`, query.tag && t(`todo.tag.${query.tag}`)].filter(Boolean).join(" · ");
    return (
      <Empty
        icon="filter"
        title={t("todo.noneTitle", { what })}
        actions={
          <LinkButton to={here({ q: undefined, tag: undefined, page: undefined })}>{t("todo.showAll")}</LinkButton>
        }
      />
    );
  }
  if (query.page !== 1)
    return (
      <Empty
        icon="filter"
        title={t("todo.pastTitle")}
        actions={<LinkButton to={here({ page: undefined })}>{t("todo.toFirst")}</LinkButton>}
      />
    );
  // i18n: todo.empty.* todo.emptyText.*
  return (
    <Empty icon={VIEW_ICONS[query.view]} title={t(`todo.empty.${query.view}`)}>
      {t(`todo.emptyText.${query.view}`)}
    </Empty>
  );
}
