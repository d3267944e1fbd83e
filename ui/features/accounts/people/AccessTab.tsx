/** What a person may do and where: a sentence, the form that changes it, and why they can or cannot see something. */
import { useRef, useState, type FormEvent } from "react";
import { isProblem, type Problem } from "../../../api";
import { ActionForm, Button, Card, Icon, Notice, Pill, Trouble, useCan } from "../../../components";
import { Checkbox, Radio, Select } from "../../../components/fields";
import { Field } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { Guarded } from "../../../components/forms/Guarded";
import { useToast } from "../../../components/toasts/useToast";
import { useSees } from "../../../hooks/useSees";
import { useFormat, useText } from "../../../lib/i18n";
import type { Ability } from "../../../lib/session";
import { useGetForm, usePage } from "../../../page";
import { useAddresses } from "./addresses";
import { peopleApi } from "./api";
import type { memberGrammar } from "./query";
import { ScopeFields, scopeIn } from "./ScopeFields";
import { ASKABLE, EXTRAS, GIVEN_ROLES, LOADABLE, type Access, type AccessChange, type Member } from "./types";

/** The tab. */
export function AccessTab({ member }: { member: Member }) {
  const can = useCan();
  const { session } = usePage();
  const result = peopleApi.useAccessQuery(member.id);
  const mayGive = can("update", "User") && session.user?.id !== member.id && !member.deleted_at;
  if (!result.data) return <Trouble of={result} />;
  return (
    <div className="columns pp-access">
      <div className="stack">
        <Sentence member={member} access={result.data} />
        {mayGive && member.state !== "deactivated" ? (
          <AccessForm key={member.id} member={member} initial={result.data} />
        ) : (
          <NotYours own={session.user?.id === member.id} />
        )}
      </div>
      <Why member={member} />
    </div>
  );
}

/** An ability in words. */
function useRule() {
  const t = useText();
  // i18n: access.action.* access.subject.*
  return ({ action, subject }: Ability) =>
    t("access.rule", {
      action: t(`access.action.${action}`),
      subject: subject === "all" ? t("access.anything") : t(`access.subject.${subject}`),
    });
}

/** Role, scope and extra permissions as sentences. */
function Sentence({ member, access }: { member: Member; access: Access }) {
  const t = useText();
  const f = useFormat();
  const rule = useRule();
  const what = useSees()(member.sees);
  const who = member.full_name;
  const is = member.sees.length === 0 ? "all" : what === t("people.sees.nothing") ? "nothing" : "some";
  return (
    <div className="card pp-says">
      <Icon name="eye" />
      <div>
        <p>
          {/* i18n: person.says.* person.saysScope.* */}
          <b>{t(`person.says.${access.role}`, { who })}</b> {t(`person.saysScope.${is}`, { what })}{" "}
          {access.abilities.length > 0 && t("person.saysExtra", { what: f.list(access.abilities.map(rule)) })}
        </p>
        <p className="small quiet">{t("person.saysSoon")}</p>
      </div>
    </div>
  );
}

/** Why there is no form. */
function NotYours({ own }: { own: boolean }) {
  const t = useText();
  return <Notice tone="info" title={t(own ? "person.accessOwn" : "person.accessReadOnly")} />;
}

/** A form's fields as the call takes them. */
function read(form: HTMLFormElement): AccessChange {
  const values = new FormData(form);
  const abilities = values
    .getAll("abilities")
    .filter((formDataEntryValue) => formDataEntryValue !== "")
    .map(String);
  return {
    role: String(values.get("role")),
    abilities: abilities.map((ability) => ({ action: ability.split(" ")[0], subject: ability.split(" ")[1] })),
    scope: scopeIn(values),
  } as AccessChange;
}

/** Role, scope and extra permissions to choose; sent on the revision that was shown. */
function AccessForm({ member, initial }: { member: Member; initial: Access }) {
  const t = useText();
  const rule = useRule();
  const { here, form } = usePage<typeof memberGrammar, "id">();
  const { show } = useToast();
  const parts = peopleApi.usePartsQuery();
  // What others save meanwhile must not take the ticks away: the form begins again only after its own saving.
  const [access, setAccess] = useState(initial);
  const [change, { isLoading }] = peopleApi.useChangeAccessMutation();
  const [problem, setProblem] = useState<Problem | null>(form && !form.answer ? form.problem : null);
  const ref = useRef<HTMLDivElement>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { data, error } = await change({
      id: member.id,
      revision: access.revision,
      values: read(event.currentTarget),
    });
    if (data) {
      setProblem(null);
      setAccess(data);
      return show({ text: t("person.done.access") });
    }
    setProblem(isProblem(error) ? error : { status: 500 });
    ref.current?.scrollIntoView({ block: "nearest" });
  };
  const offered = new Set<string>(EXTRAS);
  const own = access.abilities.map(({ action, subject }) => `${action} ${subject}`);
  const extras = [...EXTRAS, ...own.filter((name) => !offered.has(name))];
  if (!parts.data) return <Trouble of={parts} />;
  return (
    <Guarded key={access.revision} refused={problem !== null}>
      <ActionForm
        call={`/api/v1/people/${member.id}/access`}
        method="PUT"
        page={here()}
        revision={String(access.revision)}
        done="access"
        className="stack"
        refused={problem}
        onSubmit={(event) => void send(event)}
      >
        <div ref={ref}>
          {problem && (
            <Notice tone="bad" focus title={t("person.accessNot")}>
              {problem.status === 412 ? t("people.meanwhile") : problem.detail}
            </Notice>
          )}
        </div>
        <div className="columns pp-choose">
          <Card title={t("people.f.role")} lead={t("person.roleLead")} foot={t("person.roleKeeps")}>
            <ChoiceGroup legend={t("people.f.role")} radio fields={["role"]} className="pp-roles">
              {GIVEN_ROLES.map((role) => (
                <Radio
                  key={role}
                  name="role"
                  value={role}
                  defaultChecked={access.role === role}
                  label={
                    <>
                      {/* i18n: people.r.* person.rights.* */}
                      <b>{t(`people.r.${role}`)}</b>
                      <small className="quiet">{t(`person.rights.${role}`)}</small>
                    </>
                  }
                />
              ))}
            </ChoiceGroup>
          </Card>
          <Card title={t("person.scope.title")} lead={t("person.scope.lead")}>
            <div className="stack">
              <ScopeFields parts={parts.data.parts} scope={access.scope} />
            </div>
          </Card>
        </div>
        <Card title={t("person.extras")} lead={t("person.extrasLead")} foot={t("person.extrasFoot")}>
          <input type="hidden" name="abilities" value="" />
          <ChoiceGroup legend={t("person.extras")} fields={["abilities"]} className="pp-extras">
            {extras.map((extra) => {
              const [action = "", subject = ""] = extra.split(" ");
              return (
                <Checkbox
                  key={extra}
                  name="abilities"
                  value={extra}
                  defaultChecked={own.includes(extra)}
                  label={rule({ action, subject } as Ability)}
                />
              );
            })}
          </ChoiceGroup>
        </Card>
        <div className="pp-do">
          <Button type="submit" variant="primary" busy={isLoading}>
            {t("person.accessSave")}
          </Button>
        </div>
      </ActionForm>
    </Guarded>
  );
}

/** Why a person can see something or not: a question as an address, answered by the filter they are under. */
function Why({ member }: { member: Member }) {
  const t = useText();
  const { query } = usePage<typeof memberGrammar, "id">();
  const { person } = useAddresses();
  const submit = useGetForm();
  const isAsked = Boolean(query.subject);
  const result = peopleApi.useExplainQuery(
    { id: member.id, action: query.action, subject: query.subject, thing: query.thing },
    { skip: !isAsked },
  );
  const options = (values: readonly string[], words: string) =>
    values.map((value) => ({ value, label: t(`access.${words}.${value}`) }));
  const missing = isProblem(result.error) && result.error.status === 404;
  return (
    <Card title={t("person.why.title", { who: member.full_name })} className="pp-why">
      <form method="get" action={person(member.number)} onSubmit={submit} className="stack">
        <input type="hidden" name="tab" value="access" />
        <div className="pair">
          {/* i18n: access.action.* access.subject.* */}
          <Select
            label={t("person.why.action")}
            name="action"
            defaultValue={query.action}
            options={options(ASKABLE, "action")}
          />
          <Select
            label={t("person.why.subject")}
            name="subject"
            defaultValue={query.subject || "Conversation"}
            options={options(LOADABLE, "subject")}
          />
        </div>
        <Field
          label={t("person.why.thing")}
          name="thing"
          inputMode="numeric"
          maxLength={20}
          dir="ltr"
          defaultValue={query.thing}
          help={t("person.why.thingHelp")}
        />
        <div className="pp-do">
          <Button type="submit">{t("person.why.ask")}</Button>
        </div>
      </form>
      {isAsked && missing && <p role="status">{t("person.why.none")}</p>}
      {isAsked && !missing && !result.data && <Trouble of={result} />}
      {result.data && isAsked && (
        <div role="status" className="pp-because">
          <Pill tone={result.data.allowed ? "good" : "bad"}>
            {t(result.data.allowed ? "person.why.yes" : "person.why.no")}
          </Pill>
          <ul>
            {result.data.because.map((reason) => (
              <li key={reason.code}>
                <Icon name={reason.allows ? "check" : "x"} size={16} />
                {/* i18n: person.because.* people.r.* */}
                <span>
                  {t(`person.because.${reason.code}`, {
                    role: reason.role ? t(`people.r.${reason.role}`) : "",
                    rule: reason.subject ? t("access.rule", words(t, reason)) : "",
                    name: reason.name ?? "",
                  })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

/** Action and subject of a reason in words. */
const words = (t: (key: string) => string, { action, subject }: { action: string | null; subject: string | null }) => ({
  action: t(`access.action.${action}`),
  subject: t(`access.subject.${subject}`),
});
