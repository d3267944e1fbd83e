/** What is done to tasks in place: seen at once, taken back with the reason when it is refused. */
import { useRef } from "react";
import { useDispatch, useStore } from "react-redux";
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { todoApi } from "./api";
import type { ListArgs, Task, TaskChange, TaskPage } from "./types";

/** What a call came back with. */
type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown };

/** The ways to change tasks from the list, each of which answers for itself in a toast where it must. */
export function useTasks() {
  const t = useText();
  const { show } = useToast();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const store = useStore();
  // Two presses on one task after each other: the second goes by the revision the first has made.
  const queues = useRef(new Map<string, Promise<unknown>>());
  const revisions = useRef(new Map<string, number>());
  const send = <T>(action: unknown) => dispatch(action) as Promise<Answer<T>>;

  /** Show a change in every list that is kept; answers what takes it back. */
  const see = (change: (page: TaskPage) => void): (() => void) => {
    const lists = todoApi.util
      .selectInvalidatedBy(store.getState() as never, ["Task"])
      .filter(({ endpointName }) => endpointName === "tasks");
    const patches = lists.map(
      ({ originalArgs }) =>
        dispatch(todoApi.util.updateQueryData("tasks", originalArgs as ListArgs, change)) as { undo: () => void },
    );
    return () => patches.forEach((patch) => patch.undo());
  };
  const refuse = (title: string, error: unknown) => {
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    const why =
      problem.status === NO_ANSWER
        ? t("todo.offline")
        : problem.status === 412
          ? t("todo.meanwhile")
          : (problem.detail ?? t("todo.failed"));
    show({ tone: "bad", title, text: why });
  };
  const latest = (task: Task) => ({
    id: task.id,
    revision: Math.max(task.revision, revisions.current.get(task.id) ?? 0),
  });

  /** See a change to one task now, and send it after those before it. */
  const write = async (
    task: Task,
    change: (page: TaskPage) => void,
    call: (seen: { id: string; revision: number }) => unknown,
    failed: string,
  ): Promise<Task | undefined> => {
    const undo = see(change);
    const before = queues.current.get(task.id) ?? Promise.resolve();
    const sent = before.then(() => send<Task>(call(latest(task))));
    queues.current.set(task.id, sent);
    const { data, error } = await sent;
    if (data) {
      revisions.current.set(task.id, data.revision);
      return data;
    }
    undo();
    refuse(failed, error);
    return undefined;
  };
  const without = (id: string) => (page: TaskPage) => {
    const items = page.items.filter((item) => item.id !== id);
    page.total -= page.items.length - items.length;
    page.items = items;
  };

  const change = (task: Task, values: TaskChange) =>
    write(
      task,
      (page) => page.items.forEach((item) => item.id === task.id && Object.assign(item, values)),
      (seen) => todoApi.endpoints.changeTask.initiate({ ...seen, values }),
      t("todo.notSaved"),
    );
  const complete = async (task: Task) => {
    const done = await change(task, { is_completed: !task.is_completed });
    if (done?.is_completed)
      show({
        text: t("todo.completedOne", { what: done.title }),
        action: { label: t("todo.undo"), do: () => void change(done, { is_completed: false }) },
      });
  };
  const restore = async (task: Task) => {
    const back = await write(
      task,
      without(task.id),
      (seen) => todoApi.endpoints.restoreTask.initiate(seen),
      t("todo.notRestored"),
    );
    if (back) show({ text: t("todo.restoredOne", { what: back.title }) });
  };
  const remove = async (task: Task) => {
    const gone = await write(
      task,
      without(task.id),
      (seen) => todoApi.endpoints.deleteTask.initiate(seen),
      t("todo.notDeleted"),
    );
    if (gone)
      show({
        text: t("todo.deletedOne", { what: gone.title }),
        action: { label: t("todo.undo"), do: () => void restore(gone) },
      });
    return gone !== undefined;
  };
  const order = async (ids: string[]) => {
    const undo = see((page) => {
      if (page.items.length === ids.length && page.items.every(({ id }) => ids.includes(id)))
        page.items.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    });
    const { error } = await send(todoApi.endpoints.orderTasks.initiate(ids.join(",")));
    if (!error) return;
    undo();
    refuse(t("todo.notOrdered"), error);
  };
  const many = async (ids: string[], act: "delete" | "restore", undoable = true) => {
    const undo = see((page) => ids.forEach((id) => without(id)(page)));
    const { data, error } = await send<{ ids: string[] }>(todoApi.endpoints.manyTasks.initiate({ ids, do: act }));
    if (!data) {
      undo();
      return refuse(t(act === "delete" ? "todo.notDeleted" : "todo.notRestored"), error);
    }
    const text = t(act === "delete" ? "todo.deletedMany" : "todo.restoredMany", { n: data.ids.length });
    show({
      text,
      ...(undoable && {
        action: {
          label: t("todo.undo"),
          do: () => void many(data.ids, act === "delete" ? "restore" : "delete", false),
        },
      }),
    });
  };
  const add = async (values: TaskChange & { title: string }) => {
    const { data, error } = await send<Task>(todoApi.endpoints.addTask.initiate(values));
    if (!data) refuse(t("todo.notAdded"), error);
    return data;
  };
  return { change, complete, remove, restore, order, many, add };
}

/** What a list can do to its tasks. */
export type Tasks = ReturnType<typeof useTasks>;
