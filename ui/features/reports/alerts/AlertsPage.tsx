/** One's alerts: their rules, their states, and what they saw last. */
import { Card, LinkButton, PageHead, PageLink, Tabs } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { drawn, type DataColumn } from "../../../components/table/columns";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { SentMails } from "../shell/Mails";
import { AlertList } from "./AlertList";
import { alertsApi, type RecentFiringPage } from "./api";
import type { alertsGrammar } from "./query";
import { State, valueText } from "./words";

const AlertSheet = later(() => import("./AlertSheet"), "AlertSheet");
const CLOSED = { do: undefined, metric: undefined, query: undefined };

/** The page. */
export default function AlertsPage() {
  const t = useText();
  const { query, here } = usePage<typeof alertsGrammar>();
  const result = alertsApi.useAlertsQuery({ page: query.page, state: query.state, q: query.q });
  const { data } = result;
  const add = (
    <LinkButton to={here({ ...CLOSED, do: "new" })} variant="primary" icon="plus">
      {t("alerts.add")}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={t("alerts.title")} lead={t("alerts.about")} actions={add} />
      <div className="stack">
        <Tabs
          label={t("alerts.views")}
          items={[
            { label: t("alerts.title"), to: here({ page: undefined }), current: true },
            { label: t("alerts.schedules"), to: "/reports/schedules", current: false },
          ]}
        />
        <AlertList add={add} />
        <Recent />
      </div>
      {data && query.do === "new" && (
        <AlertSheet to={here(CLOSED)} metrics={data.metrics} start={{ metric: query.metric, query: query.query }} />
      )}
    </>
  );
}

/** What one's alerts have done lately. */
function Recent() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof alertsGrammar>();
  const { data } = alertsApi.useRecentFiringsQuery(query.fired);
  if (!data || data.total === 0) return null;
  const column = (name: string) => ({ name, head: name });
  const columns: DataColumn<RecentFiringPage["items"][number]>[] = [
    {
      key: "at",
      ...column(t("alerts.when")),
      slot: "time",
      cell: (row) => <time dateTime={row.at}>{f.dateTime(row.at)}</time>,
    },
    {
      key: "alert",
      ...column(t("alerts.alert")),
      rowHead: true,
      cell: ({ alert }) => (
        <PageLink to={`/reports/alerts/${alert.id}`}>
          <bdi>{alert.name}</bdi>
        </PageLink>
      ),
    },
    {
      key: "state",
      ...column(t("alerts.state")),
      slot: "state",
      cell: (row) => (
        <State
          alert={{
            active: true,
            state: row.resolved_at ? "resolved" : row.acknowledged_at ? "acknowledged" : "firing",
          }}
        />
      ),
    },
    {
      key: "values",
      ...column(t("alerts.beforeAfter")),
      cell: (row) => (
        <PageLink to={row.link}>
          {[row.before, row.value].map((value) => valueText(value, row.unit, row.currency, f)).join(" → ")}
        </PageLink>
      ),
    },
    {
      key: "notified",
      ...column(t("alerts.notified")),
      wide: true,
      cell: (row) => (row.mails.length > 0 ? <SentMails mails={row.mails} /> : t("alerts.you")),
    },
    {
      key: "note",
      ...column(t("alerts.note")),
      wide: true,
      cell: (row) =>
        row.acknowledged_by ? <bdi>{[row.acknowledged_by, row.note].filter(Boolean).join(": ")}</bdi> : f.number(null),
    },
  ];
  return (
    <>
      <Card title={t("alerts.recent")} flush id="recent">
        <div className="data-table">
          <Table caption={t("alerts.recent")} rows={data.items} rowKey={(row) => row.id} columns={columns.map(drawn)} />
        </div>
      </Card>
      <Pagination of={data} to={(fired) => `${here({ fired })}#recent`} label={t("alerts.recent")} />
    </>
  );
}
