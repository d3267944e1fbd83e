/** Open leads that may be lost, by outlet and one by one: ticked ones are given to whom the rules say. */
import { ActionForm, Button, Card, Notice, PageHead, PageLink, Pill, Trouble, useCan } from "../../components";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { Checkbox } from "../../components/fields";
import { Stat, Stats } from "../../components/data/Stat";
import { drawn, Totals, type DataColumn } from "../../components/table/columns";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import { Due, useDaysLeft, useVehicle, Views } from "./cells";
import { Filters } from "./Filters";
import type { leaksGrammar } from "./query";
import { LEAKS, type Lead, type Leaks } from "./types";

const TONES = { overdue: "bad", no_action: "warn", sla: "warn", expiring: "acc" } as const;

/** The page. */
export default function LeaksPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof leaksGrammar>();
  const result = leadsApi.useLeaksQuery(query);
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("leads.title")}
        lead={data && t("leads.leaksOf", { n: data.totals.leads, of: data.totals.open })}
        actions={<Views current="leaks" />}
      />
      <div className="stack">
        <Filters
          action="/ew-leads/leaks"
          choosing={can("update", "Lead")}
          more={
            <ChoiceMenu
              label={t("leads.leak")}
              value={query.reason}
              all={t("leads.everything")}
              options={LEAKS.map((reason) => [reason, t(`leads.l.${reason}`) /* i18n: leads.l.* */])}
              to={(reason) => here({ reason, page: undefined })}
            />
          }
        />
        <Trouble of={result} />
        {data && data.totals.leads === 0 && <Notice tone="good" title={t("leads.nothingLeaks")} />}
        {data && data.totals.leads > 0 && (
          <>
            <Figures leaks={data} />
            <Outlets leaks={data} />
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
          note={t(`leads.ln.${leak}`) /* i18n: leads.ln.* */}
        />
      ))}
      <Stat
        label={t("leads.atRisk")}
        value={f.money(totals.premium, currency, 0)}
        note={t("leads.atRiskNote", { n: totals.leads })}
      />
    </Stats>
  );
}

/** The leaks of each outlet. */
function Outlets({ leaks: { outlets, totals, currency } }: { leaks: Leaks }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof leaksGrammar>();
  const columns: DataColumn<Leaks["outlets"][number]>[] = [
    {
      key: "outlet",
      head: t("leads.outlet"),
      name: t("leads.outlet"),
      rowHead: true,
      cell: (row) =>
        row.id ? (
          <PageLink to={here({ outlet: row.id, page: undefined })}>
            <bdi>{row.name}</bdi>
          </PageLink>
        ) : (
          t("leads.withoutOutlet")
        ),
    },
    ...[...LEAKS, "leads" as const].map((key) => {
      const name = key === "leads" ? t("leads.list") : t(`leads.l.${key}`);
      return {
        key,
        head: name,
        name,
        numeric: true,
        cell: (row: Leaks["outlets"][number]) => (
          <span className={row[key] > 0 ? undefined : "quiet"}>{f.number(row[key])}</span>
        ),
        total: f.number(totals[key]),
      };
    }),
    {
      key: "premium",
      head: t("leads.atRisk"),
      name: t("leads.atRisk"),
      numeric: true,
      cell: (row) => f.money(row.premium, currency, 0),
      total: f.money(totals.premium, currency, 0),
    },
  ];
  return (
    <Card title={t("leads.where")} lead={t("leads.whereLead")} flush>
      <div className="data-table">
        <Table
          caption={t("leads.where")}
          rows={outlets}
          rowKey={(row) => row.id ?? "none"}
          columns={columns.map(drawn)}
          foot={<Totals label={t("leads.all")} columns={columns} before={0} after={0} />}
        />
      </div>
    </Card>
  );
}

/** A lead with all of its leaks, in the order of the answer. */
function gathered(items: Leaks["items"]): { lead: Lead; reasons: string[] }[] {
  const rows: { lead: Lead; reasons: string[] }[] = [];
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
  const { here } = usePage<typeof leaksGrammar>();
  const tick = {
    key: "tick",
    head: <span className="sr">{t("leads.choose")}</span>,
    className: "slot-none",
    cell: ({ lead }: { lead: Lead }) => (
      <Checkbox
        label={<span className="sr">{t("leads.tick", { name: lead.number })}</span>}
        name="ids[]"
        value={lead.id}
      />
    ),
  };
  const card = (
    <Card
      title={t("leads.mostAtRisk")}
      flush
      foot={
        can("update", "Lead") && (
          <div className="row">
            <Button type="submit" size="s" icon="user">
              {t("leads.assignByRule")}
            </Button>
            <span className="quiet small">{t("leads.ruleText")}</span>
          </div>
        )
      }
    >
      <div className="data-table">
        <Table
          caption={t("leads.mostAtRisk")}
          rows={gathered(leaks.items)}
          rowKey={({ lead }) => lead.id}
          columns={[
            ...(can("update", "Lead") ? [tick] : []),
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
              head: t("leads.leak"),
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
              key: "owner",
              head: t("leads.owner"),
              className: "slot-fact",
              cell: ({ lead }) => <bdi>{lead.owner?.full_name ?? t("leads.noOwner")}</bdi>,
            },
            drawn<{ lead: Lead; reasons: string[] }>({
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
          ]}
        />
      </div>
    </Card>
  );
  if (!can("update", "Lead")) return card;
  return (
    <ActionForm call="/api/v1/leads/assign" page={here()} done="assigned">
      {card}
    </ActionForm>
  );
}
