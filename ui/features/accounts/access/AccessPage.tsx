/** What the reader may do and may not, thing by thing, with the rule of their role that says so. */
import { Card, Empty, Icon, LinkButton, PageHead, Segments } from "../../../components";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import type { Ability } from "../../../lib/session";
import { usePage } from "../../../page";
import { SHOWN, type accessGrammar } from "./query";
import { GROUPS, judge } from "./rules";
import "./access.css";

/** The page. */
export default function AccessPage() {
  const t = useText();
  const { query, here, session } = usePage<typeof accessGrammar>();
  const { ability = [], role = "client" } = session.user ?? {};
  const groups = GROUPS.map(([id, subjects]) => ({
    id,
    rows: subjects
      .map((subject) => ({ subject, ...judge(ability, subject) }))
      .filter(({ may }) => query.show === "all" || (query.show === "may") === may.length > 0),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <>
      {/* i18n: access.role.* access.show.* */}
      <PageHead
        title={t("access.title")}
        lead={t("access.lead", { role: t(`access.role.${role}`) })}
        actions={
          <Segments
            label={t("access.show")}
            items={SHOWN.map((show) => ({
              label: t(`access.show.${show}`),
              to: here({ show }),
              current: query.show === show,
            }))}
          />
        }
      />
      <div className="stack">
        <Card title={t("access.rules")}>
          <Rules ability={ability} />
        </Card>
        {groups.map(({ id, rows }) => (
          <Group key={id} id={id} rows={rows} />
        ))}
        {groups.length === 0 && (
          <Empty
            icon="filter"
            title={t("access.none")}
            actions={<LinkButton to={here({ show: "all" })}>{t("access.show.all")}</LinkButton>}
          />
        )}
      </div>
    </>
  );
}

/** A rule in words: "read Dashboard", "everything". */
function useRule() {
  const t = useText();
  // i18n: access.action.* access.subject.*
  return ({ action, subject }: Ability) =>
    action === "manage" && subject === "all"
      ? t("access.everything")
      : t("access.rule", {
          action: t(`access.action.${action}`),
          subject: subject === "all" ? t("access.anything") : t(`access.subject.${subject}`),
        });
}

/** Every rule of the role, and what no rule means. */
function Rules({ ability }: { ability: readonly Ability[] }) {
  const t = useText();
  const say = useRule();
  return (
    <>
      <ul className="ac-rules">
        {ability.map((rule) => (
          <li key={`${rule.action} ${rule.subject}`}>
            <Icon name="check" size={16} />
            {say(rule)}
          </li>
        ))}
      </ul>
      <p className="small quiet">{t("access.how")}</p>
    </>
  );
}

interface Judged extends ReturnType<typeof judge> {
  subject: string;
}

/** The things of one group. */
function Group({ id, rows }: { id: string; rows: readonly Judged[] }) {
  const t = useText();
  const f = useFormat();
  const say = useRule();
  const title = t(`access.group.${id}`); // i18n: access.group.*
  const actions = (names: readonly string[]) => f.list(names.map((name) => t(`access.action.${name}`)));
  return (
    <Card title={title} flush className="ac">
      <Table<Judged>
        caption={title}
        rows={rows}
        rowKey={(row) => row.subject}
        columns={[
          { key: "subject", head: t("access.thing"), rowHead: true, cell: (row) => t(`access.subject.${row.subject}`) },
          {
            key: "may",
            head: t("access.may"),
            className: "ac-may",
            cell: (row) =>
              row.may.length > 0 ? (
                <span>
                  <Icon name="circle-check" size={16} />
                  {row.not.length === 0 ? t("access.everything") : actions(row.may)}
                </span>
              ) : (
                <span className="quiet">{t("access.nothing")}</span>
              ),
          },
          {
            key: "not",
            head: t("access.not"),
            className: "ac-not",
            cell: (row) =>
              row.not.length > 0 ? (
                <span>
                  <Icon name="ban" size={16} />
                  {row.may.length === 0 ? t("access.everything") : actions(row.not)}
                </span>
              ) : (
                <span className="quiet">{t("access.nothing")}</span>
              ),
          },
          {
            key: "why",
            head: t("access.why"),
            className: "ac-why quiet",
            cell: (row) =>
              row.by.length > 0 ? t("access.allowedBy", { rules: f.list(row.by.map(say)) }) : t("access.noRule"),
          },
        ]}
      />
    </Card>
  );
}
