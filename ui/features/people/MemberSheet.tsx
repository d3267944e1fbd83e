/** The sheet in which a person is added or changed; what somebody else has saved meanwhile is laid beside one's own. */
import { useState, type FormEvent, type MouseEvent } from "react";
import { ActionForm, Button, Field, LinkButton, Notice, PageLink, Select } from "../../components";
import { isProblem, type Problem } from "../../api";
import { Dialog } from "../../components/dialogs/Dialog";
import { useToast } from "../../components/toasts/useToast";
import { useFormat, useText } from "../../lib/i18n";
import { useGo, usePage } from "../../page";
import { peopleApi } from "./api";
import { Face } from "./cells";
import { PLANS, ROLES, STATUS, type Member, type MemberChange, type NewMember } from "./types";
import { usePeople, useReason } from "./usePeople";

const NAMES = ["full_name", "email", "username", "contact", "company", "country", "role", "current_plan", "status", "billing"] as const;
type Name = (typeof NAMES)[number];
/** What a form says of a person; what is not in it stays as it is. */
type Draft = Partial<Record<Name, string>>;

const EMPTY: Draft = { role: "subscriber", current_plan: "basic", status: "pending" };
/** What nobody changes of themselves here. */
const NOT_OWN: readonly Name[] = ["email", "role", "status"];

/** The form's fields as the call takes them. */
function read(form: HTMLFormElement): Draft {
  const values = new FormData(form);
  return Object.fromEntries(NAMES.filter((name) => values.has(name)).map((name) => [name, String(values.get(name))]));
}

const draftOf = (member: Member): Draft => Object.fromEntries(NAMES.map((name) => [name, member[name]]));
/** What a refused form without script has left of itself, over what is there. */
const typed = (values: Readonly<Record<string, string>>, draft: Draft): Draft => ({ ...draft, ...Object.fromEntries(NAMES.filter((name) => name in values).map((name) => [name, values[name]])) });

/** A new person. */
export function NewSheet({ to }: { to: string }) {
  const t = useText();
  const { form, here } = usePage();
  const go = useGo();
  const { show } = useToast();
  const { remove } = usePeople();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const add = peopleApi.useAddMemberMutation()[0];
  const close = () => go(to, { replace: true });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const { data, error } = await add(read(event.currentTarget) as NewMember);
    setBusy(false);
    if (!data) return setProblem(isProblem(error) ? error : { status: 500 });
    close();
    show({ text: t("people.addedOne", { who: data.full_name }), action: { label: t("people.undo"), do: () => void remove(data) } });
  };
  return (
    <Dialog
      sheet
      open
      closeTo={to}
      onClose={close}
      title={t("people.new")}
      lead={t("people.newLead")}
      form={(inside) => <ActionForm call="/api/v1/people" page={here()} done="added" onSubmit={(event) => void send(event)}>{inside}</ActionForm>}
      actions={<><Cancel to={to} /><Button type="submit" variant="primary" busy={busy}>{t("people.add")}</Button></>}
    >
      <Refusal problem={problem} />
      <Fields draft={form ? typed(form.values, EMPTY) : EMPTY} errors={problem?.errors ?? {}} isNew />
    </Dialog>
  );
}

/** One person's form, sent on the version that was shown. */
export function EditSheet({ member, to, deleteTo }: { member: Member; to: string; deleteTo?: string | undefined }) {
  const t = useText();
  const f = useFormat();
  const go = useGo();
  const { form, here, session } = usePage();
  const { show } = useToast();
  const [base, setBase] = useState(member);
  const [mine, setMine] = useState<Draft | null>(form ? typed(form.values, draftOf(member)) : null);
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  const [busy, setBusy] = useState(false);
  const change = peopleApi.useChangeMemberMutation()[0];
  const look = peopleApi.useLazyMemberQuery()[0];
  const stale = problem?.status === 412;
  const own = session.user?.id === member.id;
  const close = () => go(to, { replace: true });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = read(event.currentTarget);
    setBusy(true);
    const { data, error } = await change({ id: base.id, version: base.version, values: values as MemberChange });
    if (data) {
      close();
      return show({ text: t("people.savedOne", { who: data.full_name }) });
    }
    const told: Problem = isProblem(error) ? error : { status: 500 };
    if (told.status === 412) setBase((await look(member.id)).data ?? base);
    setMine({ ...draftOf(base), ...values });
    setProblem(told);
    setBusy(false);
  };
  return (
    <Dialog
      sheet
      open
      closeTo={to}
      onClose={close}
      mark={<Face member={base} size={32} />}
      title={t("people.edit")}
      lead={<><bdi>{base.full_name}</bdi>, {t("people.changedAt", { at: f.dateTime(base.updated_at) })}</>}
      form={(inside) => <ActionForm call={`/api/v1/people/${base.id}`} method="PATCH" page={here()} version={String(base.version)} done="saved" onSubmit={(event) => void send(event)}>{inside}</ActionForm>}
      actions={
        <>
          {deleteTo && !own && <LinkButton to={deleteTo} variant="danger" className="first">{t("people.deleteDots")}</LinkButton>}
          <Cancel to={to} />
          <Button type="submit" variant="primary" busy={busy}>{t(stale ? "people.keepMine" : "people.save")}</Button>
        </>
      }
    >
      {stale && mine ? <Differences mine={mine} theirs={draftOf(base)} onTheirs={() => { setMine(null); setProblem(null); }} /> : <Refusal problem={problem} />}
      {own && <Notice tone="info" title={t("people.ownTitle")}>{t("people.ownText")} <PageLink to="/pages/account-settings">{t("people.ownLink")}</PageLink></Notice>}
      <Fields key={`${base.version}${mine ? "-mine" : ""}`} draft={mine ?? draftOf(base)} errors={problem?.errors ?? {}} own={own} />
    </Dialog>
  );
}

/** The fields of a person. */
function Fields({ draft, errors, isNew = false, own = false }: { draft: Draft; errors: Readonly<Record<string, string[]>>; isNew?: boolean; own?: boolean }) {
  const t = useText();
  const field = (name: Name, max: number, more: { type?: string; required?: boolean; dir?: string; inputMode?: "tel"; help?: string; autoComplete?: string } = {}) =>
    // i18n: people.f.*
    own && NOT_OWN.includes(name) ? null : <Field label={t(`people.f.${name}`)} name={name} maxLength={max} autoComplete="off" dir="auto" defaultValue={draft[name] ?? ""} error={errors[name]} {...more} {...(isNew && name === "full_name" && { "data-first": true })} />;
  const choice = (name: Name, values: readonly string[], words: string, help?: string) =>
    own && NOT_OWN.includes(name) ? null : <Select label={t(`people.f.${name}`)} name={name} defaultValue={draft[name]} error={errors[name]} help={help} options={values.map((value) => ({ value, label: t(`people.${words}.${value}`) }))} />;
  return (
    <>
      {field("full_name", 120, { required: true })}
      {field("email", 254, { type: "email", required: true, dir: "ltr" })}
      <div className="pair">
        {field("username", 60, { required: true, dir: "ltr" })}
        {field("contact", 40, { type: "tel", dir: "ltr" })}
      </div>
      <div className="pair">
        {field("company", 120)}
        {field("country", 80)}
      </div>
      {/* i18n: people.r.* people.p.* */}
      {choice("role", ROLES, "r", t("people.roleHelp"))}
      <div className="pair">
        {choice("current_plan", PLANS, "p")}
        {choice("status", STATUS, "s")}
      </div>
      {field("billing", 40)}
    </>
  );
}

/** Both values of every field that differs; the form below holds one's own. */
function Differences({ mine, theirs, onTheirs }: { mine: Draft; theirs: Draft; onTheirs: () => void }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage();
  const differing = NAMES.filter((name) => (mine[name] ?? "") !== (theirs[name] ?? ""));
  return (
    <Notice tone="warn" icon="git-branch" focus title={t("people.staleTitle")}>
      {t("people.staleText")}
      <table className="pp-diff">
        <thead><tr><th scope="col"><span className="sr">{t("people.field")}</span></th><th scope="col">{t("people.yours")}</th><th scope="col">{t("people.theirs")}</th></tr></thead>
        <tbody>{differing.map((name) => <tr key={name}><th scope="row">{t(`people.f.${name}`)}</th><td>{mine[name] || f.number(null)}</td><td>{theirs[name] || f.number(null)}</td></tr>)}</tbody>
      </table>
      <PageLink className="button size-s" to={here()} onClick={(event) => { event.preventDefault(); onTheirs(); }}>{t("people.takeTheirs")}</PageLink>
    </Notice>
  );
}

/** Closes what is open without saving: a link where no script can. */
export function Cancel({ to, first = false }: { to: string; first?: boolean }) {
  const t = useText();
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    event.currentTarget.closest("dialog")?.close();
  };
  return <PageLink to={to} className="button" onClick={close} {...(first && { "data-first": true })}>{t("people.cancel")}</PageLink>;
}

/** Why it was refused, where no field says so. */
function Refusal({ problem }: { problem: Problem | null }) {
  const t = useText();
  const reason = useReason();
  if (!problem || Object.keys(problem.errors ?? {}).length > 0) return null;
  return <Notice tone="bad" focus title={t("people.notSaved")}>{reason(problem)}</Notice>;
}
