/** Person, action, thing and days as one GET form, which works without script. */
import { Button, LinkButton } from "../../components";
import { Field, Select } from "../../components/fields";
import { Combobox } from "../../components/fields/Combobox";
import { useText } from "../../lib/i18n";
import { useGetForm, usePage } from "../../page";
import { isNarrowed } from "./api";
import type { auditGrammar } from "./query";
import { ACTIONS, SUBJECTS, type AuditEvent } from "./types";
import { actionText, subjectText } from "./words";

/** Choices with one for everything first, and the chosen one among them even when nobody here knows it. */
function choices(all: string, options: readonly { value: string; label: string }[], chosen: string) {
  const rest = chosen === "" || options.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }];
  return [{ value: "", label: all }, ...options, ...rest];
}

/** One of so many that it is found by typing. */
function Found({
  label,
  name,
  options,
  chosen,
}: {
  label: string;
  name: string;
  options: readonly { value: string; label: string }[];
  chosen: string;
}) {
  const t = useText();
  const [, ...source] = choices("", options, chosen);
  const now = source.find(({ value }) => value === chosen);
  return (
    <Combobox
      label={label}
      name={name}
      source={source}
      placeholder={t("audit.everything")}
      {...(now && { defaultValue: now })}
    />
  );
}

/** Everything that narrows the log. */
export function Filters({ events }: { events: readonly AuditEvent[] }) {
  const t = useText();
  const submit = useGetForm();
  const { query, session, here } = usePage<typeof auditGrammar>();
  // The people a reader can mean are themselves and who is in front of them.
  const people = new Map(session.user ? [[session.user.id, session.user.fullName]] : []);
  for (const { user } of events) if (user) people.set(user.id, user.name ?? t("audit.gone"));
  const [user, id] = [query.user.join(), query.subject_id.join()];
  return (
    <form
      noValidate
      className="af"
      role="search"
      action="/admin/audit"
      method="get"
      onSubmit={submit}
      key={here()}
      aria-label={t("audit.filters")}
    >
      {query.per !== "25" && <input type="hidden" name="per" value={query.per} />}
      <Select
        label={t("audit.who")}
        name="user"
        defaultValue={user}
        options={choices(
          t("audit.everybody"),
          [...people].map(([value, label]) => ({ value, label })),
          user,
        )}
      />
      <Found
        label={t("audit.what")}
        name="action"
        options={ACTIONS.map((action) => ({ value: action, label: actionText(action, t) ?? action }))}
        chosen={query.action}
      />
      <Found
        label={t("audit.thing")}
        name="subject"
        options={SUBJECTS.map((subject) => ({ value: subject, label: subjectText(subject, t) }))}
        chosen={query.subject}
      />
      <Field
        label={t("audit.id")}
        name="subject_id"
        defaultValue={id}
        inputMode="numeric"
        pattern="[0-9]{1,19}"
        maxLength={19}
        autoComplete="off"
        dir="ltr"
      />
      <Field label={t("audit.from")} name="from" type="date" defaultValue={query.from} />
      <Field label={t("audit.to")} name="to" type="date" defaultValue={query.to} />
      <p className="row">
        <Button type="submit" variant="primary">
          {t("audit.show")}
        </Button>
        {isNarrowed(query) && (
          <LinkButton to={here({ per: query.per }, { reset: true })} variant="quiet">
            {t("audit.showAll")}
          </LinkButton>
        )}
      </p>
    </form>
  );
}
