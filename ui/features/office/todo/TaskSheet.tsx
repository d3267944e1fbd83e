/**
 * The sheet in which a task is made, read and changed; what someone else has saved meanwhile is laid beside one's own.
 */
import { useCallback } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Button, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Checkbox, Field } from "../../../components/fields";
import { AddressDialog } from "../../../components/dialogs/AddressDialog";
import { useClose } from "../../../components/dialogs/useClose";
import { ChoiceGroup, Switch } from "../../../components/fields/choices";
import { Combobox } from "../../../components/fields/Combobox";
import type { Search } from "../../../components/fields/useSearch";
import { DeleteButton } from "../../../components/forms/DeleteButton";
import { EditSheet } from "../../../components/forms/EditSheet";
import { useToast } from "../../../components/toasts/useToast";
import { useBegun } from "../../../hooks/useBegun";
import { useEditing } from "../../../hooks/useEditing";
import { release } from "../../../lib/unsaved";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { todoApi } from "./api";
import { DescriptionField } from "./DescriptionField";
import { InlineMarkdown } from "./InlineMarkdown";
import type { todoGrammar } from "./query";
import { TAGS, type Draft, type Tag, type Task } from "./types";
import { useDifferences } from "./useDifferences";
import type { Tasks } from "./useTasks";

const EMPTY: Draft = {
  title: "",
  description: "",
  due_date: null,
  assignee: "",
  tags: [],
  is_completed: false,
  is_important: false,
};
const draftOf = (task: Task): Draft => ({ ...task, assignee: task.assignee?.name ?? "" });

/** The form's fields as the call takes them. */
function read(form: HTMLFormElement): Draft {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? "");
  const on = (name: string) => values.getAll(name).at(-1) === "1";
  return {
    title: text("title"),
    description: text("description"),
    due_date: text("due_date") || null,
    assignee: text("assignee"),
    tags: values.getAll("tags").filter(Boolean) as Tag[],
    is_completed: on("is_completed"),
    is_important: on("is_important"),
  };
}

/** What a refused form without script has left of itself, over what is there. */
function typed(values: Readonly<Record<string, string>>, draft: Draft): Draft {
  const {
    title = draft.title,
    description = draft.description,
    assignee = draft.assignee,
    due_date = draft.due_date,
  } = values;
  return { ...draft, title, description, assignee, due_date: due_date || null };
}

/** Where the sheet closes to, and how. */
function useSheet() {
  const { here } = usePage<typeof todoGrammar>();
  const to = here({ task: undefined, new: undefined });
  return { to, close: useClose(to) };
}

/** A new task. */
export function NewSheet({ tasks }: { tasks: Tasks }) {
  const t = useText();
  const { form, query, session } = usePage<typeof todoGrammar>();
  const { to, close } = useSheet();
  const { show } = useToast();
  const add = todoApi.useAddTaskMutation()[0];
  const start: Draft = {
    ...EMPTY,
    tags: query.tag ? [query.tag as Tag] : [],
    is_important: query.view === "important",
    assignee: query.view === "mine" ? (session.user?.fullName ?? "") : "",
  };
  const saved = (task: Task) => {
    close();
    show({
      text: t("todo.addedOne", { what: task.title }),
      action: { label: t("todo.undo"), do: () => void tasks.remove(task) },
    });
  };
  const editing = useEditing(start, {
    form,
    typed,
    read,
    saved,
    draftOf: (draft) => draft,
    send: (draft) => add(draft),
  });
  return (
    <EditSheet
      to={to}
      title={t("todo.newLong")}
      form={{ call: "/api/v1/tasks", then: to, done: "added" }}
      editing={editing}
      action={t("todo.add")}
    >
      <Fields draft={editing.draft} isNew />
    </EditSheet>
  );
}

/** One task: to be changed by those who may, to be read by others. */
export function TaskSheet({ id, tasks }: { id: string; tasks: Tasks }) {
  const t = useText();
  const can = useCan();
  const { to } = useSheet();
  const result = todoApi.useTaskQuery(id);
  const { data: task } = result;
  const may = useBegun(`/api/v1/tasks/${id}`, can("update", "Office") && task?.is_deleted === false);
  if (!task)
    return (
      <AddressDialog sheet to={to} title={t("todo.title")}>
        <Trouble of={result} />
      </AddressDialog>
    );
  if (!may) return <Reading task={task} tasks={tasks} />;
  return <Editing key={task.id} task={task} tasks={tasks} />;
}

/** The form of a task, sent on the revision that was shown. */
function Editing({ task, tasks }: { task: Task; tasks: Tasks }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { form, here } = usePage<typeof todoGrammar>();
  const { to, close } = useSheet();
  const { show } = useToast();
  const differences = useDifferences();
  const change = todoApi.useChangeTaskMutation()[0];
  const look = todoApi.useLazyTaskQuery()[0];
  const saved = (now: Task) => {
    close();
    show({ text: t("todo.savedOne", { what: now.title }) });
  };
  const editing = useEditing(task, {
    form,
    draftOf,
    typed,
    read,
    saved,
    send: (values, { id, revision }) => change({ id, revision, values }),
    look: () => look(task.id),
  });
  const { base, draft, theirs } = editing;
  const own = { call: `/api/v1/tasks/${task.id}`, page: here(), revision: String(base.revision) };
  const remove = async (form: HTMLFormElement | null) => {
    if (!(await tasks.remove(base))) return;
    release(form);
    close();
  };
  return (
    <EditSheet
      to={to}
      title={t("todo.edit", { n: String(task.number) })}
      lead={t("todo.changedAt", { at: f.dateTime(base.updated_at) })}
      form={{ call: own.call, revision: own.revision, method: "PATCH", done: "saved" }}
      editing={editing}
      differences={differences(draft, theirs)}
      action={t("todo.save")}
      first={
        can("delete", "Office") && (
          <DeleteButton {...own} onDelete={remove}>
            {t("todo.delete")}
          </DeleteButton>
        )
      }
    >
      <Fields key={editing.key} draft={draft} />
    </EditSheet>
  );
}

/** A task for those who may not change it, or one that is deleted. */
function Reading({ task, tasks }: { task: Task; tasks: Tasks }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { to, close } = useSheet();
  const restore = () => {
    close();
    void tasks.restore(task);
  };
  return (
    <AddressDialog
      sheet
      to={to}
      title={task.title}
      lead={t("todo.number", { n: String(task.number) })}
      actions={
        task.is_deleted && can("delete", "Office") ? (
          <ActionForm
            call={`/api/v1/tasks/${task.id}/restore`}
            page={to}
            revision={String(task.revision)}
            done="restored"
            onSubmit={(event) => {
              event.preventDefault();
              restore();
            }}
          >
            <Button type="submit" variant="primary">
              {t("todo.restore")}
            </Button>
          </ActionForm>
        ) : undefined
      }
    >
      <Facts
        items={[
          [t("todo.due"), f.date(task.due_date)],
          [t("todo.assignee"), task.assignee?.name ?? t("todo.nobody")],
          [t("todo.tags"), task.tags.length ? f.list(task.tags.map((tag) => t(`todo.tag.${tag}`))) : f.number(null)],
          [t("todo.important"), t(task.is_important ? "todo.yes" : "todo.no")],
        ]}
      />
      {task.description && <InlineMarkdown text={task.description} />}
    </AddressDialog>
  );
}

/** Asks for people whose name fits. */
function usePeople(): Search {
  const dispatch = useDispatch();
  return useCallback(
    async (q, signal) => {
      const request = dispatch(todoApi.endpoints.taskPeople.initiate(q, { subscribe: false }) as never) as unknown as {
        abort: () => void;
        unwrap: () => Promise<{ people: { name: string }[] }>;
      };
      signal.addEventListener("abort", () => request.abort());
      return (await request.unwrap()).people.map(({ name }) => ({ value: name, label: name }));
    },
    [dispatch],
  );
}

/** The fields of a task. */
function Fields({ draft, isNew = false }: { draft: Draft; isNew?: boolean }) {
  const t = useText();
  const people = usePeople();
  return (
    <>
      <Field
        label={t("todo.name")}
        name="title"
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
        defaultValue={draft.title}
        data-first={isNew ? true : undefined}
      />
      <div className="pair">
        <Field label={t("todo.due")} name="due_date" type="date" defaultValue={draft.due_date ?? ""} />
        <Combobox
          label={t("todo.assignee")}
          name="assignee"
          source={people}
          placeholder={t("todo.nobody")}
          defaultValue={draft.assignee ? { value: draft.assignee, label: draft.assignee } : undefined}
        />
      </div>
      <ChoiceGroup legend={t("todo.tags")} fields={["tags"]}>
        {TAGS.map((tag) => (
          <Checkbox
            key={tag}
            label={<span className={`pill tag-${tag}`}>{t(`todo.tag.${tag}`)}</span>}
            name="tags"
            value={tag}
            defaultChecked={draft.tags.includes(tag)}
          />
        ))}
        <input type="hidden" name="tags" value="" />
      </ChoiceGroup>
      <DescriptionField defaultValue={draft.description} />
      <input type="hidden" name="is_important" value="0" />
      <Switch
        label={t("todo.important")}
        about={t("todo.importantAbout")}
        name="is_important"
        value="1"
        defaultChecked={draft.is_important}
      />
      {!isNew && (
        <>
          <input type="hidden" name="is_completed" value="0" />
          <Switch label={t("todo.completed")} name="is_completed" value="1" defaultChecked={draft.is_completed} />
        </>
      )}
    </>
  );
}
