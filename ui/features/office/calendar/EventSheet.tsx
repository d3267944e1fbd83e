/** The sheets: a new event, one that is changed or read, and a file of events. */
import type { FormEvent, ReactNode } from "react";
import { ActionForm, Button, Notice, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Checkbox, Select } from "../../../components/fields";
import { AddressDialog } from "../../../components/dialogs/AddressDialog";
import { useClose } from "../../../components/dialogs/useClose";
import { DeleteButton } from "../../../components/forms/DeleteButton";
import { EditSheet } from "../../../components/forms/EditSheet";
import { FormDialog } from "../../../components/forms/FormDialog";
import { useToast } from "../../../components/toasts/useToast";
import { useBegun } from "../../../hooks/useBegun";
import { useEditing } from "../../../hooks/useEditing";
import { release } from "../../../lib/unsaved";
import { usePage } from "../../../page";
import { calendarApi } from "./api";
import { draftOf, newDraft, read, sent, typed } from "./draft";
import { EventFields } from "./EventFields";
import type { calendarGrammar } from "./query";
import { CLOSED, whenOf } from "./parts";
import { dayOf, place } from "./time";
import { CALENDARS, type CalendarEvent } from "./types";
import { useFormat, useText } from "./use";
import { useDifferences } from "./useDifferences";
import type { Events } from "./useEvents";

/** Where a sheet closes to, and how. */
function useSheet() {
  const { here } = usePage<typeof calendarGrammar>();
  const to = here(CLOSED);
  return { to, close: useClose(to) };
}

/** A new event. */
export function NewSheet({ events }: { events: Events }) {
  const t = useText();
  const { form, query, session } = usePage<typeof calendarGrammar>();
  const { to, close } = useSheet();
  const { show } = useToast();
  const add = calendarApi.useAddEventMutation()[0];
  const saved = (event: CalendarEvent) => {
    close();
    show({
      text: t("calendar.addedOne", { what: event.title }),
      action: { label: t("calendar.undo"), do: () => void events.remove(event) },
    });
  };
  const start = newDraft(query, dayOf(query.date, session), session);
  const editing = useEditing(start, {
    form,
    typed,
    read,
    saved,
    draftOf: (draft) => draft,
    send: (draft) => add(sent(draft)),
  });
  // A form without script goes on to the sheet of days; refused, it comes back here.
  return (
    <EditSheet
      to={to}
      title={t("calendar.newLong")}
      form={{ call: "/api/v1/events", then: to, done: "added" }}
      editing={editing}
      action={t("calendar.add")}
    >
      <EventFields draft={editing.draft} isNew />
    </EditSheet>
  );
}

/** One event: to be changed by those who may, to be read by others. */
export function EventSheet({ id, events }: { id: string; events: Events }) {
  const t = useText();
  const can = useCan();
  const { to } = useSheet();
  const result = calendarApi.useEventQuery(id);
  const { data: event } = result;
  const may = useBegun(`/api/v1/events/${id}`, can("update", "Office") && event?.is_deleted === false);
  if (!event)
    return (
      <AddressDialog sheet to={to} title={t("calendar.title")}>
        <Trouble of={result} />
      </AddressDialog>
    );
  if (!may) return <Reading event={event} events={events} />;
  return <Editing key={event.id} event={event} events={events} />;
}

/** The form of an event, sent on the revision that was shown. */
function Editing({ event, events }: { event: CalendarEvent; events: Events }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { form, here, session } = usePage<typeof calendarGrammar>();
  const { to, close } = useSheet();
  const { show } = useToast();
  const differences = useDifferences();
  const change = calendarApi.useChangeEventMutation()[0];
  const look = calendarApi.useLazyEventQuery()[0];
  const saved = (now: CalendarEvent) => {
    close();
    show({ text: t("calendar.savedOne", { what: now.title }) });
  };
  const editing = useEditing(event, {
    form,
    typed,
    read,
    saved,
    draftOf: (event) => draftOf(event, session.zone),
    send: (values, { id, revision }) => change({ id, revision, values: sent(values) }),
    look: () => look(event.id),
  });
  const { base, draft, theirs } = editing;
  const own = { call: `/api/v1/events/${event.id}`, page: here(), revision: String(base.revision) };
  const remove = async (form: HTMLFormElement | null) => {
    if (!(await events.remove(base))) return;
    release(form);
    close();
  };
  const placed = place(base, session.zone);
  return (
    <EditSheet
      to={to}
      title={t("calendar.edit")}
      lead={placed ? whenOf(placed, f) : undefined}
      form={{ call: own.call, revision: own.revision, method: "PATCH", done: "saved" }}
      editing={editing}
      differences={differences(draft, theirs)}
      action={t("calendar.save")}
      first={
        can("delete", "Office") && (
          <DeleteButton {...own} page={to} onDelete={remove}>
            {t("calendar.delete")}
          </DeleteButton>
        )
      }
    >
      <EventFields key={editing.key} draft={draft} />
    </EditSheet>
  );
}

/** An event for those who may not change it, or one that is deleted. */
function Reading({ event, events }: { event: CalendarEvent; events: Events }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { session } = usePage();
  const { to, close } = useSheet();
  const placed = place(event, session.zone);
  const facts: [string, ReactNode][] = [
    [t("calendar.when"), placed ? whenOf(placed, f) : t("calendar.noTime")],
    [t("calendar.calendar"), t(`calendar.of.${event.calendar}`)],
    [t("calendar.location"), event.location || f.number(null)],
    [t("calendar.guests"), event.guests.length ? f.list(event.guests) : f.number(null)],
    [
      t("calendar.url"),
      /^https?:/.test(event.url) ? (
        <a href={event.url} target="_blank" rel="noopener noreferrer nofollow">
          {event.url}
        </a>
      ) : (
        f.number(null)
      ),
    ],
  ];
  const restore = (sent: FormEvent) => {
    sent.preventDefault();
    close();
    void events.restore(event);
  };
  const again = event.is_deleted && can("delete", "Office") && (
    <ActionForm
      call={`/api/v1/events/${event.id}/restore`}
      page={to}
      revision={String(event.revision)}
      done="restored"
      onSubmit={restore}
    >
      <Button type="submit" variant="primary">
        {t("calendar.restore")}
      </Button>
    </ActionForm>
  );
  return (
    <AddressDialog sheet to={to} title={event.title} actions={again || undefined}>
      <Facts items={facts} />
      {event.description && (
        <p className="cal-text" dir="auto">
          {event.description}
        </p>
      )}
    </AddressDialog>
  );
}

/** A file of events: what came in is reported here, and what could not be read. */
export function ImportSheet() {
  const t = useText();
  const { form, here } = usePage<typeof calendarGrammar>();
  const { to } = useSheet();
  const faults = form && form.problem.status >= 400 ? (form.problem.errors?.file ?? []) : [];
  const answer = form?.answer as { added: number; known: number; left_out: number; problems: string[] } | undefined;
  const many = faults.length > 0 && faults[0]?.startsWith("Event ");
  return (
    <FormDialog
      sheet
      to={to}
      title={t("calendar.import")}
      lead={t("calendar.importLead")}
      form={{ call: "/api/v1/events/file", page: here(), encType: "multipart/form-data" }}
      action={t("calendar.importDo")}
    >
      {answer && (
        <Notice tone="good" focus title={t("calendar.imported", { n: answer.added })}>
          {answer.known > 0 && t("calendar.known", { n: answer.known })}{" "}
          {answer.left_out > 0 && t("calendar.leftOut", { n: answer.left_out })}
          {answer.problems.length > 0 && <Faults faults={answer.problems} />}
        </Notice>
      )}
      {form && form.problem.status >= 400 && (
        <Notice tone="bad" focus title={t("calendar.notImported")}>
          {faults.length ? <Faults faults={faults} /> : form.problem.detail}
        </Notice>
      )}
      <div className="field">
        <div className="field-head">
          <label htmlFor="calendar-file">{t("calendar.file")}</label>
        </div>
        <input id="calendar-file" className="input" type="file" name="file" accept=".ics,text/calendar" required />
      </div>
      <Select
        label={t("calendar.importInto")}
        name="calendar"
        defaultValue={form?.values.calendar ?? "ETC"}
        help={t("calendar.importIntoHelp")}
        options={CALENDARS.map((value) => ({ value, label: t(`calendar.of.${value}`) }))}
      />
      <Checkbox label={t("calendar.partly")} name="partly" value="1" defaultChecked={Boolean(many)} />
    </FormDialog>
  );
}

/** Why events cannot be read, one by one. */
function Faults({ faults }: { faults: readonly string[] }) {
  return (
    <ul className="cal-faults rows gap-4 breaks">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}
