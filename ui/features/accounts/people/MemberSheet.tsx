/** The sheet in which a person is added or changed; what someone else has saved meanwhile is laid beside one's own. */
import { Button, Notice, PageLink, useCan } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { Field, Select } from "../../../components/fields";
import { EmailField, emailProblem } from "../../../components/fields/CheckedField";
import { useClose } from "../../../components/dialogs/useClose";
import { EditSheet } from "../../../components/forms/EditSheet";
import { useToast } from "../../../components/toasts/useToast";
import { useBegun } from "../../../hooks/useBegun";
import { useEditing } from "../../../hooks/useEditing";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import { usePage } from "../../../page";
import { peopleApi } from "./api";
import { Face } from "./cells";
import { deletion, usePeople } from "./usePeople";
import { ScopeFields, scopeIn } from "./ScopeFields";
import {
  GIVEN_ROLES,
  PLANS,
  ROLES,
  type Invited,
  type Member,
  type MemberChange,
  type NewInvitation,
  type Scope,
} from "./types";

const NAMES = [
  "full_name",
  "email",
  "username",
  "contact",
  "company",
  "country",
  "role",
  "current_plan",
  "billing",
  "scope",
] as const;
type Name = (typeof NAMES)[number];
/** What a form says of a person; what is not in it stays as it is. */
type Draft = Partial<Record<Name, string>>;

const EMPTY: Draft = { role: "subscriber", current_plan: "basic" };
/** What nobody changes of themselves here. */
const NOT_OWN: readonly Name[] = ["email", "role"];

/** The form's fields as the call takes them. */
function read(form: HTMLFormElement): Draft {
  const values = new FormData(form);
  const draft: Draft = Object.fromEntries(
    NAMES.filter((name) => values.has(name)).map((name) => [name, String(values.get(name))]),
  );
  return values.has("scope.places") ? { ...draft, scope: JSON.stringify(scopeIn(values)) } : draft;
}

/** The scope that a draft keeps as text. */
function scopeOf({ scope }: Draft): Scope {
  const { places, ...ticked } = (scope ? JSON.parse(scope) : { places: "all" }) as Scope & { places?: string };
  return places === "all" ? { ...ticked, parents: null, cities: null, outlets: null } : ticked;
}

/** What has to be in a form before it is sent; without a username the server makes one of the address. */
function check(draft: Draft, t: TextFunction, needed: readonly Name[]): Record<string, string[]> {
  const missing = needed.filter((name) => draft[name] !== undefined && !draft[name].trim());
  const email = draft.email?.trim() ? emailProblem(draft.email, t) : null;
  return {
    ...Object.fromEntries(missing.map((name) => [name, [t("controls.enter")]])),
    ...(email && { email: [email] }),
  };
}

const draftOf = (member: Member): Draft =>
  Object.fromEntries(NAMES.filter((name) => name !== "scope").map((name) => [name, member[name]]));
/** What a refused form without script has left of itself, over what is there. */
const typed = (values: Readonly<Record<string, string>>, draft: Draft): Draft => ({
  ...draft,
  ...Object.fromEntries(NAMES.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]])),
});

/** A new person, who is invited by mail; `invited` hears of the link. */
export function NewSheet({ to, invited }: { to: string; invited: (sent: Invited) => void }) {
  const t = useText();
  const { form } = usePage();
  const invite = peopleApi.useInviteMutation()[0];
  const close = useClose(to);
  const saved = (sent: Invited) => {
    close();
    invited(sent);
  };
  const send = ({ username, scope, ...draft }: Draft) =>
    invite({
      ...draft,
      ...(username && { username }),
      ...(scope && { scope: JSON.parse(scope) as Scope }),
    } as NewInvitation);
  const wrong = (draft: Draft) => check(draft, t, ["full_name", "email", "role"]);
  const editing = useEditing(EMPTY, { form, typed, read, saved, draftOf: (draft) => draft, check: wrong, send });
  return (
    <EditSheet
      to={to}
      title={t("people.new")}
      lead={t("people.newLead")}
      form={{ call: "/api/v1/invitations" }}
      editing={editing}
      action={t("people.invite")}
    >
      <Fields key={editing.key} draft={editing.draft} isNew />
    </EditSheet>
  );
}

/** One person's form for who may change them, which stays when they are deleted meanwhile. */
export function MemberSheet({ member, to }: { member: Member; to: string }) {
  const can = useCan();
  const isOpen = useBegun(`/api/v1/people/${member.id}`, can("update", "User") && !member.deleted_at);
  return isOpen && <MemberForm member={member} to={to} />;
}

/** The form, sent on the revision that was shown. */
function MemberForm({ member, to }: { member: Member; to: string }) {
  const can = useCan();
  const t = useText();
  const f = useFormat();
  const { form, session } = usePage();
  const { show } = useToast();
  const change = peopleApi.useChangeMemberMutation()[0];
  const look = peopleApi.useLazyMemberQuery()[0];
  const { remove } = usePeople();
  const close = useClose(to, true);
  const saved = (now: Member) => {
    close();
    show({ text: t("people.savedOne", { who: now.full_name }) });
  };
  const editing = useEditing(member, {
    form,
    draftOf,
    typed,
    read,
    saved,
    check: (draft) => check(draft, t, ["full_name", "email", "username"]),
    send: (values, { id, revision }) => change({ id, revision, values: values as MemberChange }),
    look: () => look(member.id),
  });
  const { base, draft, theirs } = editing;
  const own = session.user?.id === member.id;
  // i18n: people.f.*
  const differences = NAMES.filter((name) => name !== "scope" && (draft[name] ?? "") !== (theirs[name] ?? "")).map(
    (name) => ({
      label: t(`people.f.${name}`),
      mine: draft[name] || f.number(null),
      theirs: theirs[name] || f.number(null),
    }),
  );
  return (
    <EditSheet
      to={to}
      mark={<Face member={base} size={32} />}
      title={t("people.edit")}
      lead={
        <>
          <bdi>{base.full_name}</bdi>, {t("people.changedAt", { at: f.dateTime(base.updated_at) })}
        </>
      }
      form={{
        call: `/api/v1/people/${base.id}`,
        method: "PATCH",
        revision: String(base.revision),
        done: "saved",
      }}
      editing={editing}
      differences={differences}
      action={t("people.save")}
      first={
        can("delete", "User") &&
        !member.deleted_at &&
        !own && (
          <Button
            type="submit"
            variant="danger"
            className="first"
            formAction={submitPath(deletion(base, to))}
            onClick={(event) => {
              event.preventDefault();
              void remove(base).then((isGone) => isGone && close());
            }}
          >
            {t("people.delete")}
          </Button>
        )
      }
    >
      {own && (
        <Notice tone="info" title={t("people.ownTitle")}>
          {t("people.ownText")} <PageLink to="/pages/account-settings">{t("people.ownLink")}</PageLink>
        </Notice>
      )}
      <Fields key={editing.key} draft={draft} own={own} hasListRole={base.role === base.auth_role} />
    </EditSheet>
  );
}

/** The fields of a person. */
function Fields({
  draft,
  isNew = false,
  own = false,
  hasListRole = true,
}: {
  draft: Draft;
  isNew?: boolean;
  own?: boolean;
  /** Their role is one that the list knows; others are given with their access. */
  hasListRole?: boolean;
}) {
  const t = useText();
  const { data: parts } = peopleApi.usePartsQuery(undefined, { skip: !isNew });
  const field = (
    name: Name,
    max: number,
    more: {
      type?: string;
      required?: boolean;
      dir?: string;
      inputMode?: "tel";
      help?: string;
      autoComplete?: string;
    } = {},
  ) =>
    // i18n: people.f.*
    own && NOT_OWN.includes(name) ? null : (
      <Field
        label={t(`people.f.${name}`)}
        name={name}
        maxLength={max}
        autoComplete="off"
        dir="auto"
        defaultValue={draft[name] ?? ""}
        {...more}
        {...(isNew && name === "full_name" && { "data-first": true })}
      />
    );
  const choice = (name: Name, values: readonly string[], words: string, help?: string) =>
    own && NOT_OWN.includes(name) ? null : (
      <Select
        label={t(`people.f.${name}`)}
        name={name}
        defaultValue={draft[name]}
        help={help}
        options={values.map((value) => ({ value, label: t(`people.${words}.${value}`) }))}
      />
    );
  return (
    <>
      {field("full_name", 120, { required: true })}
      {!own && (
        <EmailField
          label={t("people.f.email")}
          name="email"
          autoComplete="off"
          required
          defaultValue={draft.email ?? ""}
        />
      )}
      <div className="pair">
        {field("username", 60, { required: !isNew, dir: "ltr", ...(isNew && { help: t("people.usernameHelp") }) })}
        {field("contact", 40, { type: "tel", dir: "ltr" })}
      </div>
      <div className="pair">
        {field("company", 120)}
        {field("country", 80)}
      </div>
      {/* i18n: people.r.* people.p.* */}
      {hasListRole && choice("role", isNew ? GIVEN_ROLES : ROLES, "r", t("people.roleHelp"))}
      <div className="pair">
        {choice("current_plan", PLANS, "p")}
        {field("billing", 40)}
      </div>
      {isNew && parts && <ScopeFields parts={parts.parts} scope={scopeOf(draft)} />}
    </>
  );
}
