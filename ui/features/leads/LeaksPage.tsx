/** Open leads that may be lost, by outlet and one by one: each with a next step, ticked ones are assigned together. */
import { Card, LinkButton, Notice, PageHead, PageLink, Pill, Trouble, useCan } from "../../components";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { Stat, Stats } from "../../components/data/Stat";
import { drawn } from "../../components/table/columns";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { leadsApi } from "./api";
import { Assign, Tick } from "./Assign";
import { Due, useDaysLeft, useVehicle, Views } from "./cells";
import { Filters } from "./Filters";
import type { leaksGrammar } from "./query";
import { LEAKS, STEPS, type Lead, type Leaks } from "./types";

const LeakGroups = later(() => import("./LeakGroups"), "LeakGroups");
const TONES = { overdue: "bad", no_action: "warn", sla: "warn", expiring: "acc" } as const;

/** The page. */
export default function LeaksPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof leaksGrammar>();
  const { rows: _rows, ...list } = query;
  const result = leadsApi.useLeaksQuery(list);
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("leads.title")}
        lead={data && t("leaks.leaksOf", { n: data.totals.leads, of: data.totals.open })}
        actions={<Views current="leaks" />}
      />
      <div className="stack">
        <Filters
          action="/ew-leads/leaks"
          choosing={can("update", "Lead")}
          more={
            <ChoiceMenu
              label={t("leaks.leak")}
              value={query.reason}
              all={t("leads.everything")}
              options={LEAKS.map((reason) => [reason, t(`leads.l.${reason}`) /* i18n: leads.l.* */])}
              to={(reason) => here({ reason, page: undefined })}
            />
          }
        />
        <Trouble of={result} />
        {data && data.totals.leads === 0 && <Notice tone="good" title={t("leaks.nothingLeaks")} />}
        {data && data.totals.leads > 0 && (
          <>
            <Figures leaks={data} />
            <LeakGroups leaks={data} />
            <Rows key={query.page + query.reason} leaks={data} />
            <Pagination of={data} to={(page) => here({ page })} />
          </>
        )}
      </div>
    </>
  );
}

/** How many leads have each leak. */
function Figures({ leaks: { totals, currency } }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof leaksGrammar>();
  return (
    <Stats label={t("leads.figures")}>
      {LEAKS.map((leak) => (
        <Stat
          key={leak}
          label={t(`leads.l.${leak}`)}
          to={here({ reason: leak, page: undefined })}
          value={f.number(totals[leak])}
          note={t(`leaks.ln.${leak}`) /* i18n: leaks.ln.* */}
        />
      ))}
      <Stat
        label={t("leaks.atRisk")}
        value={f.money(totals.premium, currency, 0)}
        note={t("leaks.atRiskNote", { n: totals.leads })}
      />
    </Stats>
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
function Rows({ leaks }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const vehicle = useVehicle();
  const daysLeft = useDaysLeft();
  const mayAssign = can("update", "Lead");
  const card = (
    <Card
      title={t("leaks.mostAtRisk")}
      flush
      foot={mayAssign && <span className="quiet small">{t("leads.ruleText")}</span>}
    >
      <div className="data-table">
        <Table
          caption={t("leaks.mostAtRisk")}
          rows={gathered(leaks.items)}
          rowKey={({ lead }) => lead.id}
          columns={[
            ...(mayAssign
              ? [
                  {
                    key: "tick",
                    head: <span className="sr">{t("leads.choose")}</span>,
                    className: "slot-none",
                    cell: ({ lead }: AtRisk) => <Tick lead={lead} />,
                  },
                ]
              : []),
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
              className: "slot-place",
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
                    className: "slot-none",
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
