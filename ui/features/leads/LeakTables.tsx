/** Where open leads may be lost, how late they are, who was notified of them, and the leads one by one. */
import { Card, LinkButton, PageLink, Pill, Segments, useCan } from "../../components";
import { Facts } from "../../components/Facts";
import { Table } from "../../components/Table";
import { BarList } from "../../components/charts/BarList";
import { drawn, Totals, type DataColumn } from "../../components/table/columns";
import { heatOf } from "../../components/table/heat";
import "../../components/table/heat.css";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { Assign, useTickColumn } from "./Assign";
import { Due, useDaysLeft, useVehicle } from "./cells";
import type { leaksGrammar } from "./query";
import { LEAK_GROUPS, LEAKS, STEPS, type Lead, type Leaks } from "./types";

const TONES = { overdue: "bad", no_action: "warn", sla: "warn", expiring: "acc" } as const;

const COUNTS = [...LEAKS, "leads"] as const;
/** Rows of the table of groups before the rest is one row. */
const FIRST_ROWS = 8;

/** The groups, and beside them how late their leads are. */
export function LeakGroups({ leaks }: { leaks: Leaks }) {
  return (
    <div className="columns ld-leaks">
      <Groups leaks={leaks} />
      <Lateness leaks={leaks} />
    </div>
  );
}

/** The leaks of each outlet, city or owner: the worst first, the rest in one row until it is opened. */
function Groups({ leaks: { groups, totals, currency } }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof leaksGrammar>();
  const { by } = query;
  const first = query.rows || groups.length <= FIRST_ROWS + 1 ? groups : groups.slice(0, FIRST_ROWS);
  const others = groups.slice(first.length);
  const max = Math.max(1, ...groups.flatMap((row) => LEAKS.map((leak) => row[leak])));
  const none = by === "owner" ? t("leads.noOwner") : t("leads.withoutOutlet");
  const sum = (name: (typeof COUNTS)[number] | "premium") => others.reduce((sum, row) => sum + row[name], 0);
  const columnsWith = (total: typeof sum): DataColumn<Leaks["groups"][number]>[] => [
    {
      key: "group",
      head: t(`leaks.g.${by}`),
      name: t(`leaks.g.${by}`),
      rowHead: true,
      cell: (row) => (
        <>
          {row.id ? (
            <PageLink to={here({ [by]: row.id, page: undefined })}>
              <bdi>{row.name}</bdi>
            </PageLink>
          ) : (
            none
          )}
          {row.parent && <small className="quiet block">{row.parent}</small>}
        </>
      ),
    },
    ...COUNTS.map((key) => {
      const name = key === "leads" ? t("leads.list") : t(`leads.l.${key}`);
      return {
        key,
        head: name,
        name,
        numeric: true,
        cell: (row: Leaks["groups"][number]) => (
          <span className={key === "leads" ? undefined : `ld-heat ${heatOf(row[key], max)}`}>{f.number(row[key])}</span>
        ),
        total: f.number(total(key)),
      };
    }),
    {
      key: "oldest",
      head: t("leaks.oldest"),
      name: t("leaks.oldest"),
      offTablet: true,
      cell: (row) => (row.oldest_at ? f.ago(row.oldest_at) : f.number(null)),
    },
    {
      key: "premium",
      head: t("leaks.atRisk"),
      name: t("leaks.atRisk"),
      numeric: true,
      // Nothing quoted is not known to be worth nothing.
      cell: (row) => f.money(row.premium || null, currency, 0),
      total: f.money(total("premium"), currency, 0),
    },
  ];
  const columns = columnsWith((name) => totals[name]);
  return (
    <Card
      title={t("leaks.where")}
      lead={t("leaks.whereLead")}
      aside={
        <Segments
          label={t("leaks.where")}
          items={LEAK_GROUPS.map((group) => ({
            label: t(`leaks.g.${group}`) /* i18n: leaks.g.* */,
            to: here({ by: group, rows: undefined }),
            current: group === by,
          }))}
        />
      }
      flush
    >
      <div className="data-table">
        <Table
          caption={t("leaks.where")}
          rows={first}
          rowKey={(row) => row.id ?? "none"}
          columns={columns.map(drawn)}
          foot={
            <>
              {others.length > 0 && (
                <Totals
                  label={<PageLink to={here({ rows: "all" })}>{t("leaks.others", { n: others.length })}</PageLink>}
                  columns={columnsWith(sum)}
                  before={0}
                  after={0}
                />
              )}
              <Totals label={t("leads.all")} columns={columns} before={0} after={0} />
            </>
          }
        />
      </div>
    </Card>
  );
}

/** Beside the groups: nothing where nothing is late. */
function Lateness({ leaks }: { leaks: Leaks }) {
  return (
    <div className="stack">
      {leaks.totals.overdue > 0 && <Late leaks={leaks} />}
      {leaks.totals.sla > 0 && <Escalations leaks={leaks} />}
    </div>
  );
}

/** How many days the overdue leads are late. */
function Late({ leaks: { late, totals } }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const nameOf = ({ from, before }: Leaks["late"][number]) =>
    before === null
      ? t("leaks.lateFrom", { n: from })
      : from === 0
        ? t("leaks.lateToday")
        : before - from === 1
          ? t("leaks.lateDays", { n: from })
          : t("leaks.lateRange", { from, to: before - 1 });
  return (
    <Card title={t("leaks.howLate", { n: totals.overdue })}>
      <BarList
        caption={t("leaks.howLate", { n: totals.overdue })}
        heads={{ label: t("leaks.lateBy"), values: [t("leads.list")] }}
        rows={late.map((row) => ({ key: String(row.from), label: nameOf(row), values: [row.leads] }))}
        number={f.number}
      />
    </Card>
  );
}

/** Who was notified of customers that were not contacted in time. */
function Escalations({ leaks: { escalation } }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card
      title={t("leaks.escalation")}
      lead={t("leaks.escalationLead")}
      aside={<PageLink to="/ew-leads/rules">{t("leads.rules")}</PageLink>}
    >
      <Facts
        items={(["outlet", "group"] as const).map((level) => [
          t(`leaks.esc.${level}`) /* i18n: leaks.esc.* */,
          <strong key={level}>{f.number(escalation[level])}</strong>,
        ])}
      />
    </Card>
  );
}

interface AtRisk {
  lead: Lead;
  reasons: string[];
}

/** A lead with all of its leaks, in the order of the answer. */
function gathered(items: Leaks["items"]): AtRisk[] {
  const rows: AtRisk[] = [];
  for (const { lead, reason } of items) {
    const last = rows[rows.length - 1];
    if (last?.lead.id === lead.id) last.reasons.push(reason);
    else rows.push({ lead, reasons: [reason] });
  }
  return rows;
}

/** The leads. */
export function LeakRows({ leaks }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const vehicle = useVehicle();
  const daysLeft = useDaysLeft();
  const tickColumn = useTickColumn<AtRisk>(({ lead }) => lead);
  const mayAssign = can("update", "Lead");
  const card = (
    <Card
      title={t("leaks.mostAtRisk")}
      lead={t("leaks.mostAtRiskLead")}
      flush
      foot={mayAssign && <span className="quiet small">{t("leads.ruleText")}</span>}
    >
      <div className="data-table ld-risk">
        <Table
          caption={t("leaks.mostAtRisk")}
          rows={gathered(leaks.items)}
          rowKey={({ lead }) => lead.id}
          columns={[
            ...tickColumn,
            {
              key: "lead",
              head: t("leads.one"),
              rowHead: true,
              className: "slot-name",
              cell: ({ lead }) => (
                <PageLink to={`/ew-leads/${lead.id}`}>
                  <bdi>{lead.customer.name}</bdi> <bdi className="ld-code">{lead.number}</bdi>
                </PageLink>
              ),
            },
            {
              key: "leaks",
              head: t("leaks.leak"),
              className: "slot-state",
              cell: ({ reasons }) => (
                <span className="ld-pills">
                  {reasons.map((reason) => (
                    <Pill key={reason} tone={TONES[reason as keyof typeof TONES]}>
                      {t(`leads.l.${reason}`)}
                    </Pill>
                  ))}
                </span>
              ),
            },
            {
              key: "vehicle",
              head: t("leads.vehicle"),
              className: "slot-place off-tablet",
              cell: ({ lead }) => <bdi>{vehicle(lead.vehicle) || f.number(null)}</bdi>,
            },
            {
              key: "outlet",
              head: t("leads.outlet"),
              className: "slot-fact",
              cell: ({ lead }) => <bdi>{lead.outlet?.name ?? t("leads.withoutOutlet")}</bdi>,
            },
            { key: "due", head: t("leads.next"), className: "slot-fact", cell: ({ lead }) => <Due lead={lead} /> },
            {
              key: "touched",
              head: t("leaks.touched"),
              className: "slot-fact wide",
              cell: ({ lead }) => <span title={f.dateTime(lead.touched_at)}>{f.ago(lead.touched_at)}</span>,
            },
            {
              key: "owner",
              head: t("leads.owner"),
              className: "slot-fact",
              cell: ({ lead }) => <bdi>{lead.owner?.full_name ?? t("leads.noOwner")}</bdi>,
            },
            drawn<AtRisk>({
              key: "price",
              head: t("leads.price"),
              name: t("leads.price"),
              numeric: true,
              cell: ({ lead }) => f.money(lead.total, lead.currency, 0),
            }),
            {
              key: "ends",
              head: t("leads.coverEnds"),
              className: "slot-fact",
              cell: ({ lead }) => daysLeft(lead.days_left),
            },
            ...(mayAssign
              ? [
                  {
                    key: "step",
                    head: t("leaks.nextStep"),
                    className: "slot-none off-tablet",
                    cell: ({ lead }: AtRisk) => <Step lead={lead} />,
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Card>
  );
  return mayAssign ? <Assign>{card}</Assign> : card;
}

/** What is suggested to be done, with the rule in its title. */
function Step({ lead }: { lead: Lead }) {
  const t = useText();
  const step = STEPS[lead.state]!;
  return (
    <span title={t(`leaks.why.${lead.state}`) /* i18n: leaks.why.* */}>
      <LinkButton to={`/ew-leads/${lead.id}?do=${step}`} size="s">
        {step === "touch" ? t("leads.log") : t(`leads.e.${step}`)}
      </LinkButton>
    </span>
  );
}
