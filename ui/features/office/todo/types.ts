/** Tasks as the API answers them. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Task = Shape<"Task">;
export type TaskPage = Shape<"TaskPage">;
export type TaskCounts = Shape<"TaskCounts">;
export type TaskChange = Shape<"TaskChange">;
export type Tag = Task["tags"][number];

/** The views of the list: open tasks first. */
export const VIEWS = [
  "mine",
  "open",
  "important",
  "completed",
  "deleted",
] as const satisfies readonly (keyof TaskCounts["views"])[];
export const TAGS = ["team", "low", "medium", "high", "update"] as const satisfies readonly Tag[];
/** One's own order, and the five of the specification. */
export const SORTS = ["own", "latest", "title-asc", "title-desc", "assignee", "due-date"] as const;
export type View = (typeof VIEWS)[number];

/** What narrows and orders the list. */
export interface ListArgs {
  view: View;
  tag: string;
  q: string;
  sort: string;
  page: PageRef;
}

/** What a form says of a task. */
export type Draft = Required<Omit<TaskChange, "title">> & { title: string };
