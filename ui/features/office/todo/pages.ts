/** The page of tasks. */
import { page, type PageKeys, privateHead } from "../../../page";
import { todoApi } from "./api";
import { TAGS, VIEWS } from "./types";
import { todoGrammar, doneBelow } from "./query";

// i18n: todo.key.*
const keys: PageKeys = [
  ["n", "new"],
  ["j k", "move"],
  ["x", "complete"],
  ["s", "star"],
  ["Delete", "delete"],
];

export const pages = [
  page({
    name: "todo",
    icon: "list-todo",
    menu: { group: "apps", order: 3 },
    path: "/apps/todo",
    area: "todo",
    keys,
    access: { action: "read", subject: "Office" },
    title: "todo.title",
    query: todoGrammar,
    also: Object.fromEntries([
      ...VIEWS.filter((view) => view !== "open").map((view) => [`/apps/todo/${view}`, { view }] as const),
      ...TAGS.map((tag) => [`/apps/todo/tag/${tag}`, { tag }] as const),
    ]),
    needs: ({ query: { task, new: _new, ...list } }) => [
      todoApi.endpoints.tasks.initiate(list),
      todoApi.endpoints.taskCounts.initiate({ view: list.view, q: list.q }),
      ...(list.view === "open" ? [todoApi.endpoints.tasks.initiate(doneBelow(list))] : []),
      ...(task ? [todoApi.endpoints.task.initiate(task)] : []),
    ],
    head: privateHead("todo.description"),
    view: () => import("./TodoPage"),
  }),
];
