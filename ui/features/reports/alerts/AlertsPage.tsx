/** One's alerts: their rules, their states, and what they saw last. */
import { Card, Empty, LinkButton, PageHead, PageLink, Segments, Tabs } from "../../../components";
import { Sparkline } from "../../../components/charts/Sparkline";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { SearchForm } from "../../../components/fields/SearchForm";
import { Pagination } from "../../../components/Pagination";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { drawn, type DataColumn } from "../../../components/table/columns";
import { useFormat, useText } from "../../../lib/i18n";
import { later, useGetForm, usePage } from "../../../page";
import { alertsApi, type Alert, type AlertPage, type RecentFiringPage } from "./api";
import { STATES, type alertsGrammar } from "./query";
import { State, stateText, useWords, valueText } from "./words";
import "./alerts.css";
import { conditionTexts } from "../filters/conditions";

const AlertSheet = later(() => import("./AlertSheet"), "AlertSheet");
const CLOSED = { do: undefined, metric: undefined, query: undefined };

/** The page. */
export default function AlertsPage() {
  const t = useText();
  const { query, here } = usePage<typeof alertsGrammar>();
  const submit = useGetForm();
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
        {data && Object.keys(data.counts).length > 0 && (
          <div className="al-tools">
            <StateFilter counts={data.counts} />
            <SearchForm
              label={t("alerts.search")}
              action="/reports/alerts"
              value={query.q}
              maxLength={60}
              onSubmit={submit}
            >
              <HiddenValues values={{ state: query.state }} />
            </SearchForm>
          </div>
        )}
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            query.q ? (
              <Empty
                icon="filter"
                title={t("alerts.noneNamed", { q: query.q })}
                actions={<LinkButton to="/reports/alerts">{t("alerts.showAll")}</LinkButton>}
              />
            ) : query.state ? (
              <p className="quiet">{t("alerts.noneInState")}</p>
            ) : (
              <Empty icon="bell" title={t("alerts.none")} actions={add}>
                {t("alerts.noneText")}
              </Empty>
            )
          }
        >
          {(data) => <Rows rows={data.items} />}
        </PagedList>
        <Recent />
      </div>
      {data && query.do === "new" && (
        <AlertSheet to={here(CLOSED)} metrics={data.metrics} start={{ metric: query.metric, query: query.query }} />
      )}
    </>
  );
}

/** The states that there are alerts in, as a filter. */
function StateFilter({ counts }: { counts: AlertPage["counts"] }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof alertsGrammar>();
  const to = (state?: (typeof STATES)[number]) => here({ page: undefined, state });
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  return (
    <Segments
      label={t("alerts.state")}
      items={[
        { label: `${t("alerts.all")} ${f.number(all)}`, to: to(), current: !query.state },
        ...STATES.filter((state) => counts[state] || state === query.state).map((state) => ({
          label: `${stateText(state, t)} ${f.number(counts[state] ?? 0)}`,
          to: to(state),
          current: state === query.state,
        })),
      ]}
    />
  );
}

/** The list. */
function Rows({ rows }: { rows: readonly Alert[] }) {
  const t = useText();
  const f = useFormat();
  const column = (name: string) => ({ name, head: name });
  const columns: DataColumn<Alert>[] = [
    { key: "state", ...column(t("alerts.state")), slot: "state", cell: (row) => <State alert={row} /> },
    {
      key: "name",
      ...column(t("alerts.alert")),
      rowHead: true,
      cell: (row) => (
        <>
          <PageLink to={`/reports/alerts/${row.id}`}>
            <bdi>{row.name}</bdi>
          </PageLink>
          <Rule alert={row} />
        </>
      ),
    },
    {
      key: "trend",
      ...column(t("alerts.trend")),
      slot: "none",
      className: "al-trend",
      cell: (row) => <Trend alert={row} />,
    },
    { key: "now", ...column(t("alerts.last")), numeric: true, cell: (row) => <Last alert={row} /> },
    {
      key: "fired",
      ...column(t("alerts.fired")),
      wide: true,
      cell: (row) => (row.fired_at ? f.dateTime(row.fired_at) : f.number(null)),
    },
    {
      key: "notified",
      ...column(t("alerts.notifies")),
      wide: true,
      cell: (row) =>
        [
          t("alerts.you"),
          row.emails.length > 0 && t("alerts.mails", { n: row.emails.length }),
          row.webhook && t("alerts.webhook"),
        ]
          .filter(Boolean)
          .join(f.comma),
    },
  ];
  return (
    <div className="data-table">
      <Table caption={t("alerts.title")} rows={rows} rowKey={(row) => row.id} columns={columns.map(drawn)} />
    </div>
  );
}

/** The rule under the name. */
function Rule({ alert }: { alert: Alert }) {
  const { metric, rule } = useWords(alert);
  return (
    <span className="quiet">
      <br />
      {[metric, rule, ...conditionTexts(alert.conditions)].join(" · ")}
    </span>
  );
}

/** The values of the last windows, with the limit where there is one; a value beyond it is red. */
function Trend({ alert }: { alert: Alert }) {
  const { last, op, threshold, state } = alert;
  if (!last) return null;
  const isFiring = state === "firing" || state === "acknowledged";
  return (
    <span className={isFiring ? "al-beyond" : undefined}>
      <Sparkline values={last.trend} limit={op === "above" || op === "below" ? threshold : null} />
    </span>
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
      cell: (row) => (row.mails.length > 0 ? t("alerts.mails", { n: row.mails.length }) : t("alerts.you")),
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

/** The last value. */
function Last({ alert }: { alert: Alert }) {
  const { value } = useWords(alert);
  return <b>{value(alert.last?.value)}</b>;
}
