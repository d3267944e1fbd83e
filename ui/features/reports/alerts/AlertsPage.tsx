/** One's alerts: their rules, their states, and what they saw last. */
import { Empty, LinkButton, PageHead, PageLink, Segments, Tabs } from "../../../components";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { alertsApi, type Alert, type AlertPage } from "./api";
import { STATES, type alertsGrammar } from "./query";
import { State, stateText, useWords } from "./words";
import "../../../components/table/table.css";

const AlertSheet = later(() => import("./AlertSheet"), "AlertSheet");
const CLOSED = { do: undefined, metric: undefined, query: undefined };

/** The page. */
export default function AlertsPage() {
  const t = useText();
  const { query, here } = usePage<typeof alertsGrammar>();
  const result = alertsApi.useAlertsQuery({ page: query.page, state: query.state });
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
        {data && Object.keys(data.counts).length > 0 && <StateFilter counts={data.counts} />}
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            query.state ? (
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
  return (
    <Table
      caption={t("alerts.title")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "state",
          head: t("alerts.state"),
          cell: (row) => <State alert={row} />,
        },
        {
          key: "name",
          head: t("alerts.alert"),
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
        { key: "now", head: t("alerts.last"), numeric: true, cell: (row) => <Last alert={row} /> },
        {
          key: "fired",
          head: t("alerts.fired"),
          className: "wide",
          cell: (row) => (row.fired_at ? f.dateTime(row.fired_at) : "—"),
        },
        {
          key: "notified",
          head: t("alerts.notifies"),
          className: "wide",
          cell: (row) =>
            [
              t("alerts.you"),
              row.emails.length > 0 && t("alerts.mails", { n: row.emails.length }),
              row.webhook && t("alerts.webhook"),
            ]
              .filter(Boolean)
              .join(f.comma),
        },
      ]}
    />
  );
}

/** The rule under the name. */
function Rule({ alert }: { alert: Alert }) {
  const { metric, rule } = useWords(alert);
  return (
    <span className="quiet">
      <br />
      {metric}, {rule}
    </span>
  );
}

/** The last value. */
function Last({ alert }: { alert: Alert }) {
  const { value } = useWords(alert);
  return <b>{value(alert.last?.value)}</b>;
}
