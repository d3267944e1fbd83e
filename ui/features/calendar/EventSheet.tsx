/** The sheets: a new event, one that is changed or read, and a file of events. */
import { useState, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { isProblem, type Problem } from "../../api";
import { ActionForm, Button, Checkbox, Facts, Notice, PageLink, Select, Trouble, useCan } from "../../components";
import { submitPath } from "../../components/ActionForm";
import { Dialog } from "../../components/dialogs/Dialog";
import { useToast } from "../../components/toasts/useToast";
import { useGo, usePage } from "../../page";
import { calendarApi } from "./api";
import { draftFrom, draftOf, newDraft, read, typed, type Draft } from "./draft";
import { Differences, EventFields } from "./EventFields";
import type { calendarGrammar } from "./pages";
import { CLOSED, whenOf } from "./parts";
import { dayOf, place } from "./time";
import { CALENDARS, type CalendarEvent } from "./types";
import { useFormat, useText } from "./use";
import type { Events } from "./useEvents";

/** Where a sheet closes to, and how. */
function useClose() {
  const { here } = usePage<typeof calendarGrammar>();
  const go = useGo();
  const to = here(CLOSED);
  return { to, close: () => go(to, { replace: true }) };
}

/** A new event. */
export function NewSheet({ events }: { events: Events }) {
  const t = useText();
  const { form, query, session, here } = usePage<typeof calendarGrammar>();
  const { to, close } = useClose();
  const { show } = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const add = calendarApi.useAddEventMutation()[0];
  const draft = newDraft(query, dayOf(query.date, session), session);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const { data, error } = await add(read(event.currentTarget));
    setBusy(false);
    if (!data) return setProblem(isProblem(error) ? error : { status: 500 });
    close();
    show({ text: t("calendar.addedOne", { what: data.title }), action: { label: t("calendar.undo"), do: () => void events.remove(data) } });
  };
  // A form without script goes on to the sheet of days; refused, it comes back here.
  return (
    <Dialog sheet open closeTo={to} onClose={close} title={t("calendar.newLong")} form={(inside) => <ActionForm call="/api/v1/events" page={here()} done="added" onSubmit={(event) => void send(event)}>{inside}</ActionForm>} actions={<><Cancel to={to} /><Button type="submit" variant="primary" busy={busy}>{t("calendar.add")}</Button></>}>
      <Refusal problem={problem} />
      <EventFields draft={form ? typed(form.values, draft) : draft} errors={problem?.errors ?? {}} isNew />
    </Dialog>
  );
}

/** One event: to be changed by those who may, to be read by others. */
export function EventSheet({ id, events }: { id: string; events: Events }) {
  const t = useText();
  const can = useCan();
  const { to, close } = useClose();
  const asked = calendarApi.useEventQuery(id);
  const { data: event } = asked;
  if (!event) return <Dialog sheet open closeTo={to} onClose={close} title={t("calendar.title")}><Trouble of={asked} /></Dialog>;
  if (!can("update", "Demo") || event.is_deleted) return <Reading event={event} events={events} />;
  return <Editing event={event} events={events} />;
}

/** The form of an event, sent on the version that was shown. */
function Editing({ event, events }: { event: CalendarEvent; events: Events }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { form, here, session } = usePage<typeof calendarGrammar>();
  const { to, close } = useClose();
  const { show } = useToast();
  // Without script a refused form comes back with the event as it is by then: what differs is told all the same.
  const [base, setBase] = useState(event);
  const [mine, setMine] = useState<Draft | null>(form ? typed(form.values, draftOf(event, session.zone)) : null);
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const [busy, setBusy] = useState(false);
  const change = calendarApi.useChangeEventMutation()[0];
  const look = calendarApi.useLazyEventQuery()[0];
  const own = { call: `/api/v1/events/${event.id}`, page: here(), version: String(base.version) };
  const stale = problem?.status === 412;
  const theirs = draftOf(base, session.zone);
  const send = async (sent: FormEvent<HTMLFormElement>) => {
    sent.preventDefault();
    const values = read(sent.currentTarget);
    setBusy(true);
    const { data, error } = await change({ id: event.id, version: base.version, values });
    if (data) {
      close();
      return show({ text: t("calendar.savedOne", { what: data.title }) });
    }
    const told: Problem = isProblem(error) ? error : { status: 500 };
    if (told.status === 412) setBase((await look(event.id)).data ?? base);
    setMine(draftFrom(values));
    setProblem(told);
    setBusy(false);
  };
  const remove = async () => {
    if (await events.remove(base)) close();
  };
  const takeTheirs = () => {
    setMine(null);
    setProblem(null);
  };
  const placed = place(base, session.zone);
  return (
    <Dialog
      sheet
      open
      closeTo={to}
      onClose={close}
      title={t("calendar.edit")}
      lead={placed ? whenOf(placed, f) : undefined}
      form={(inside) => <ActionForm {...own} method="PATCH" done="saved" onSubmit={(sent) => void send(sent)}>{inside}</ActionForm>}
      actions={
        <>
          {can("delete", "Demo") && <Button type="submit" variant="danger" className="first" formNoValidate formAction={submitPath({ ...own, method: "DELETE", page: to, done: "deleted" })} onClick={(sent) => { sent.preventDefault(); void remove(); }}>{t("calendar.delete")}</Button>}
          <Cancel to={to} />
          <Button type="submit" variant="primary" busy={busy}>{t(stale ? "calendar.keepMine" : "calendar.save")}</Button>
        </>
      }
    >
      {stale && mine ? <Differences mine={mine} theirs={theirs} onTheirs={takeTheirs} /> : <Refusal problem={problem} />}
      <EventFields key={`${base.version}${mine ? "-mine" : ""}`} draft={mine ?? theirs} errors={problem?.errors ?? {}} />
    </Dialog>
  );
}

/** An event for those who may not change it, or one that is deleted. */
function Reading({ event, events }: { event: CalendarEvent; events: Events }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { session } = usePage();
  const { to, close } = useClose();
  const placed = place(event, session.zone);
  const facts: [string, ReactNode][] = [
    [t("calendar.when"), placed ? whenOf(placed, f) : t("calendar.noTime")],
    [t("calendar.calendar"), t(`calendar.of.${event.calendar}`)],
    [t("calendar.location"), event.location || f.number(null)],
    [t("calendar.guests"), event.guests.length ? f.list(event.guests) : f.number(null)],
    [t("calendar.url"), /^https?:/.test(event.url) ? <a href={event.url} target="_blank" rel="noopener noreferrer nofollow">{event.url}</a> : f.number(null)],
  ];
  const restore = (sent: FormEvent) => {
    sent.preventDefault();
    close();
    void events.restore(event);
  };
  const again = event.is_deleted && can("delete", "Demo") && <ActionForm call={`/api/v1/events/${event.id}/restore`} page={to} version={String(event.version)} done="restored" onSubmit={restore}><Button type="submit" variant="primary">{t("calendar.restore")}</Button></ActionForm>;
  return (
    <Dialog sheet open closeTo={to} onClose={close} title={event.title} actions={again || undefined}>
      <Facts items={facts} />
      {event.description && <p className="cal-text" dir="auto">{event.description}</p>}
    </Dialog>
  );
}

/** A file of events: what came in is told here, and what could not be read. */
export function ImportSheet() {
  const t = useText();
  const { form, here } = usePage<typeof calendarGrammar>();
  const { to, close } = useClose();
  const faults = form && form.problem.status >= 400 ? (form.problem.errors?.file ?? []) : [];
  const told = form?.answer as { added: number; known: number; left_out: number; problems: string[] } | undefined;
  const many = faults.length > 0 && faults[0]?.startsWith("Event ");
  return (
    <Dialog sheet open closeTo={to} onClose={close} title={t("calendar.import")} lead={t("calendar.importLead")} form={(inside) => <ActionForm call="/api/v1/events/file" page={here()} encType="multipart/form-data">{inside}</ActionForm>} actions={<><Cancel to={to} /><Button type="submit" variant="primary" icon="upload">{t("calendar.importDo")}</Button></>}>
      {told && <Notice tone="good" focus title={t("calendar.imported", { n: told.added })}>{told.known > 0 && t("calendar.known", { n: told.known })} {told.left_out > 0 && t("calendar.leftOut", { n: told.left_out })}{told.problems.length > 0 && <Faults faults={told.problems} />}</Notice>}
      {form && form.problem.status >= 400 && <Notice tone="bad" focus title={t("calendar.notImported")}>{faults.length ? <Faults faults={faults} /> : form.problem.detail}</Notice>}
      <div className="field">
        <div className="field-head"><label htmlFor="calendar-file">{t("calendar.file")}</label></div>
        <input id="calendar-file" className="input" type="file" name="file" accept=".ics,text/calendar" required />
      </div>
      <Select label={t("calendar.importInto")} name="calendar" defaultValue={form?.values.calendar ?? "ETC"} help={t("calendar.importIntoHelp")} options={CALENDARS.map((value) => ({ value, label: t(`calendar.of.${value}`) }))} />
      <Checkbox label={t("calendar.partly")} name="partly" value="1" defaultChecked={Boolean(many)} />
    </Dialog>
  );
}

/** Why events cannot be read, one by one. */
function Faults({ faults }: { faults: readonly string[] }) {
  return <ul className="cal-faults">{faults.map((one) => <li key={one}>{one}</li>)}</ul>;
}

/** Closes the sheet without saving: a link where no script can. */
function Cancel({ to }: { to: string }) {
  const t = useText();
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    event.currentTarget.closest("dialog")?.close();
  };
  return <PageLink to={to} className="button" onClick={close}>{t("calendar.cancel")}</PageLink>;
}

/** Why it was refused, where no field says so. */
function Refusal({ problem }: { problem: Problem | null }): ReactNode {
  const t = useText();
  if (!problem || problem.status < 400 && problem.status !== 0 || Object.keys(problem.errors ?? {}).length > 0) return null;
  return <Notice tone="bad" focus title={t("calendar.notSaved")}>{problem.status === 0 ? t("calendar.offline") : problem.detail}</Notice>;
}
