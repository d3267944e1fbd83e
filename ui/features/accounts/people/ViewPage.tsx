/** One user: who they are, how to reach them, and what was done to their account lately. */
import { Card, LinkButton, Notice, PageHead, Pill, Tabs, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { useAddresses } from "./addresses";
import { peopleApi } from "./api";
import { Face, State } from "./cells";
import { isPossible } from "./asking";
import { TABS, type memberGrammar } from "./query";
import { Sees } from "./Sees";
import type { Member } from "./types";
import "../../../components/table/table.css";

const Moves = later(() => import("./Moves"), "Moves");
const MemberSheet = later(() => import("./MemberSheet"), "MemberSheet");
const Delete = later(() => import("./Delete"), "Delete");
const Lately = later(() => import("./Lately"));
const Restore = later(() => import("./Restore"), "Restore");
const InvitationCard = later(() => import("./Invitation"), "InvitationCard");
const MoveDialog = later(() => import("./MoveDialog"), "MoveDialog");
const AccessTab = later(() => import("./AccessTab"), "AccessTab");
const OwnedTab = later(() => import("./Tabs"), "OwnedTab");
const SessionsTab = later(() => import("./Tabs"), "SessionsTab");

/** The page. */
export default function ViewPage() {
  const t = useText();
  const can = useCan();
  const f = useFormat();
  const { list } = useAddresses();
  const { query, params, session, here } = usePage<typeof memberGrammar, "id">();
  const result = peopleApi.useMemberQuery(params.id);
  const { data: member } = result;
  if (!member) return <Trouble of={result} />;
  const own = session.user?.id === member.id;
  const to = here({ do: undefined });
  const mayChange = can("update", "User") && !member.deleted_at;
  const mayDelete = can("delete", "User") && !member.deleted_at && !own;
  return (
    <>
      <PageHead
        title={<bdi>{member.full_name}</bdi>}
        back={{ to: list, label: t("people.title") }}
        lead={member.last_seen_at && t("person.seenAgo", { ago: f.ago(member.last_seen_at) })}
        marks={
          <>
            <State member={member} />
            {own && <Pill tone="acc">{t("person.you")}</Pill>}
          </>
        }
        actions={
          <>
            <Moves member={member} />
            {mayDelete && isPossible("deactivate", member) && (
              <LinkButton to={here({ do: "deactivate" })} variant="danger">
                {t("person.move.deactivate")}
              </LinkButton>
            )}
            {mayDelete && <Delete member={member} page={to} />}
            {mayChange && (
              <LinkButton to={here({ do: "edit" })} variant="primary" icon="pencil">
                {t("people.edit")}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="stack">
        <PageRefusal title={t("people.refused")} unless={Boolean(query.do)} />
        {member.deleted_at && (
          <Notice
            tone="warn"
            icon="trash"
            title={t("person.isDeleted")}
            actions={can("delete", "User") && <Restore member={member} page={to} primary />}
          >
            {t("person.isDeletedText")}
          </Notice>
        )}
        <Tabs
          label={t("person.tabs")}
          items={TABS.filter((tab) => tab === "profile" || tab === "access" || can("update", "User")).map((tab) => ({
            // i18n: person.tab.*
            label: t(`person.tab.${tab}`),
            to: here({ tab }, { reset: true }),
            current: query.tab === tab,
          }))}
        />
        {query.tab === "profile" && (
          <div className="columns pp-one">
            <div className="stack">
              {isInvitable(member) && can("create", "User") && <InvitationCard member={member} />}
              <About member={member} />
            </div>
            {can("read", "Audit") && <Lately member={member} />}
          </div>
        )}
        {query.tab === "access" && <AccessTab member={member} />}
        {query.tab === "owned" && can("update", "User") && <OwnedTab member={member} />}
        {query.tab === "sessions" && can("update", "User") && <SessionsTab member={member} />}
      </div>
      {mayChange && !own && isPossible(query.do, member) && (
        <MoveDialog key={query.do} member={member} move={query.do} to={to} />
      )}
      {query.do === "edit" && <MemberSheet key={member.id} member={member} to={to} />}
    </>
  );
}

/** Whether someone waits to be invited, and is not kept out on purpose. */
const isInvitable = ({ signs_in, deleted_at, state }: Member) =>
  !signs_in && !deleted_at && state !== "suspended" && state !== "deactivated";

/** Since when a second factor is on, and what turns it off; one's own is in the account's settings. */
function Factor({ member }: { member: Member }) {
  const t = useText();
  const f = useFormat();
  const { here, session } = usePage<typeof memberGrammar, "id">();
  if (!member.second_factor_at) return t("person.factorOff");
  return (
    <span className="rows">
      {t("person.factorOn", { at: f.date(member.second_factor_at) })}
      {session.user?.id !== member.id && isPossible("reset-factor", member) && (
        <LinkButton to={here({ do: "reset-factor" })} size="s">
          {t("person.move.reset-factor")}
        </LinkButton>
      )}
    </span>
  );
}

/** What is known of them. */
function About({ member }: { member: Member }) {
  const t = useText();
  const can = useCan();
  const mayChange = can("update", "User") && !member.deleted_at;
  const f = useFormat();
  const text = (value: string) => (value ? <bdi>{value}</bdi> : f.number(null));
  const link = (scheme: "mailto" | "tel", value: string) =>
    value ? (
      <a href={`${scheme}:${value}`}>
        <bdi dir="ltr">{value}</bdi>
      </a>
    ) : (
      f.number(null)
    );
  return (
    <Card>
      <div className="pp-head flex gap-16">
        <Face member={member} size={72} />
        <div>
          <p className="pp-role">{t(`people.r.${member.auth_role}`)}</p>
          <p className="quiet">{t(`person.rights.${member.auth_role}`) /* i18n: person.rights.* */}</p>
        </div>
      </div>
      <div className="pp-facts">
        <section>
          <h2>{t("person.contactTitle")}</h2>
          <Facts
            items={[
              [t("people.f.email"), link("mailto", member.email)],
              [t("people.f.contact"), link("tel", member.contact)],
              [t("people.f.company"), text(member.company)],
              [t("people.f.country"), text(member.country)],
            ]}
          />
        </section>
        <section>
          <h2>{t("person.accountTitle")}</h2>
          <Facts
            items={[
              [
                t("people.f.username"),
                <bdi key="u" dir="ltr">
                  {member.username}
                </bdi>,
              ],
              [t("people.f.sees"), <Sees key="s" places={member.sees} />],
              [t("people.f.current_plan"), t(`people.p.${member.current_plan}`)],
              [t("people.f.billing"), text(member.billing)],
              [t("person.signIn"), t(member.signs_in ? "person.signsIn" : "person.notInvited")],
              ...(mayChange ? [[t("person.factor"), <Factor key="f" member={member} />] as const] : []),
              [t("person.number"), f.number(member.number)],
              [t("person.addedAt"), f.date(member.created_at)],
            ]}
          />
        </section>
      </div>
    </Card>
  );
}
