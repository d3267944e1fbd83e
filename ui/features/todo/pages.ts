/** The page of tasks. */
import { flag, grammar, oneOf, page, place, text } from "../../page";
import { todoApi } from "./api";
import { SORTS, TAGS, VIEWS } from "./types";

export const todoGrammar = grammar({
  view: oneOf(VIEWS, "open"),
  tag: oneOf(TAGS),
  q: text(),
  sort: oneOf(SORTS, "own"),
  page: place(),
  task: text({ max: 20 }),
  new: flag(),
});

// i18n: todo.done.*
/** The few tasks done last, which stand below the open ones. */
export const doneBelow = (query: { tag: string; q: string }) => ({ view: "completed", tag: query.tag, q: query.q, sort: "latest", page: 1 }) as const;

export const pages = [
  page({
    name: "todo",
    path: "/apps/todo",
    area: "todo",
    access: { action: "read", subject: "Demo" },
    title: "todo.title",
    query: todoGrammar,
    needs: ({ query: { task, new: _new, ...list } }) => [
      todoApi.endpoints.tasks.initiate(list),
      todoApi.endpoints.taskCounts.initiate({ view: list.view, q: list.q }),
      ...(list.view === "open" ? [todoApi.endpoints.tasks.initiate(doneBelow(list))] : []),
      ...(task ? [todoApi.endpoints.task.initiate(task)] : []),
    ],
    styles: ["controls", "floats", "todo"],
    messages: ["todo", "controls"],
    head: ({ t }) => ({ description: t("todo.description"), robots: "noindex" }),
    view: () => import("./TodoPage"),
  }),
];
