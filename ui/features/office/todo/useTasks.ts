/** What is done to tasks in place: seen at once, taken back with the reason when it is refused. */
import { useToast } from "../../../components/toasts/useToast";
import { useOptimisticCalls } from "../../../hooks/useOptimisticCalls";
import { useText } from "../../../lib/i18n";
import { todoApi } from "./api";
import type { Task, TaskChange, TaskPage } from "./types";

/** The ways to change tasks from the list, each of which answers for itself in a toast where it must. */
export function useTasks() {
  const t = useText();
  const { show } = useToast();
  const { send, see, refuse, write } = useOptimisticCalls({
    api: todoApi,
    tag: "Task",
    texts: { offline: t("todo.offline"), meanwhile: t("todo.meanwhile"), failed: t("todo.failed") },
  });
  const without = (id: string) => ({
    tasks: (page: TaskPage) => {
      const items = page.items.filter((item) => item.id !== id);
      page.total -= page.items.length - items.length;
      page.items = items;
    },
  });

  const change = (task: Task, values: TaskChange) =>
    write(
      task,
      { tasks: ({ items }: TaskPage) => items.forEach((item) => item.id === task.id && Object.assign(item, values)) },
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
    const undo = see({
      tasks: ({ items }: TaskPage) => {
        if (items.length === ids.length && items.every(({ id }) => ids.includes(id)))
          items.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      },
    });
    const { error } = await send(todoApi.endpoints.orderTasks.initiate(ids.join(",")));
    if (!error) return;
    undo();
    refuse(t("todo.notOrdered"), error);
  };
  const many = async (ids: string[], act: "delete" | "restore", undoable = true) => {
    const undo = see({ tasks: (page: TaskPage) => ids.forEach((id) => without(id).tasks(page)) });
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
