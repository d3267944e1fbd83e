/** The calls of tasks. */
import { api, path } from "../../../api";
import type { ListArgs, Task, TaskChange, TaskCounts, TaskPage } from "./types";

/** As many as a page of the list shows. */
const PER = 50;

/** A task and the revision of it that one has seen. */
export interface Seen {
  id: string;
  revision: number;
}

const pathOf = (id: string) => `/api/v1/tasks/${id}`;

export const todoApi = api.enhanceEndpoints({ addTagTypes: ["Task"] }).injectEndpoints({
  endpoints: (build) => ({
    tasks: build.query<TaskPage, ListArgs>({
      query: ({ view, tag, q, sort, page }) =>
        path("/api/v1/tasks", {
          view: view === "open" ? "" : view,
          tag,
          q,
          sort: sort === "own" ? "" : sort,
          page: page !== 1 ? page : "",
          per: PER,
        }),
      providesTags: ["Task"],
    }),
    taskCounts: build.query<TaskCounts, Pick<ListArgs, "view" | "q">>({
      query: ({ view, q }) => path("/api/v1/tasks/counts", { view: view === "open" ? "" : view, q }),
      providesTags: ["Task"],
    }),
    task: build.query<Task, string>({ query: pathOf, providesTags: ["Task"] }),
    taskPeople: build.query<{ people: { name: string; avatar: string }[] }, string>({
      query: (q) => path("/api/v1/tasks/people", { q }),
    }),
    addTask: build.mutation<Task, TaskChange & { title: string }>({
      query: (body) => ({ path: "/api/v1/tasks", method: "POST", body }),
      invalidatesTags: ["Task"],
    }),
    changeTask: build.mutation<Task, Seen & { values: TaskChange }>({
      query: ({ id, revision, values }) => ({
        path: pathOf(id),
        method: "PATCH",
        body: values,
        revision: String(revision),
      }),
      invalidatesTags: ["Task"],
    }),
    deleteTask: build.mutation<Task, Seen>({
      query: ({ id, revision }) => ({ path: pathOf(id), method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Task"],
    }),
    restoreTask: build.mutation<Task, Seen>({
      query: ({ id, revision }) => ({ path: `${pathOf(id)}/restore`, method: "POST", revision: String(revision) }),
      invalidatesTags: ["Task"],
    }),
    orderTasks: build.mutation<{ ids: string[] }, string>({
      query: (order) => ({ path: "/api/v1/tasks/order", method: "POST", body: { order } }),
      invalidatesTags: ["Task"],
    }),
    manyTasks: build.mutation<{ ids: string[] }, { ids: string[]; do: "delete" | "restore" }>({
      query: (body) => ({ path: "/api/v1/tasks/many", method: "POST", body }),
      invalidatesTags: ["Task"],
    }),
  }),
});
