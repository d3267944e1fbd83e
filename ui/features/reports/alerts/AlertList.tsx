/** The list of one's alerts, alone or beside one of them: searched, narrowed to a state, and in pages. */
import type { ReactNode } from "react";
import { Empty, LinkButton, PageLink, Segments } from "../../../components";
import { Sparkline } from "../../../components/charts/Sparkline";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { SearchForm } from "../../../components/fields/SearchForm";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { drawn, type DataColumn } from "../../../components/table/columns";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { useGetForm, usePage, type Values } from "../../../page";
import { conditionTexts } from "../filters/conditions";
import { alertsApi, type Alert, type AlertPage } from "./api";
import { STATES, type alertsGrammar } from "./query";
import { State, stateText, useWords } from "./words";
import "./alerts.css";

const CLOSED = { do: undefined };

/** The list; `current` is the alert it is shown beside. */
export function AlertList({ add, current }: { add?: ReactNode; current?: string }) {
  const t = useText();
  const { query, here } = usePage<typeof alertsGrammar>();
  const submit = useGetForm();
  const result = alertsApi.useAlertsQuery({ page: query.page, state: query.state, q: query.q });
  const { data } = result;
  return (
    <>
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
        to={(page) => here({ ...CLOSED, page })}
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
        {(data) => <Rows rows={data.items} current={current} />}
      </PagedList>
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

/** The address of an alert beside the list as it is. */
const addressOf = (id: string, { page, state, q }: Values<typeof alertsGrammar>) =>
  path(`/reports/alerts/${id}`, { page: page === 1 ? undefined : page, state, q });

/** The rows. */
function Rows({ rows, current }: { rows: readonly Alert[]; current?: string | undefined }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof alertsGrammar>();
  const column = (name: string) => ({ name, head: name });
  const columns: DataColumn<Alert>[] = [
    { key: "state", ...column(t("alerts.state")), slot: "state", cell: (row) => <State alert={row} /> },
    {
      key: "name",
      ...column(t("alerts.alert")),
      rowHead: true,
      cell: (row) => (
        <>
          <PageLink to={addressOf(row.id, query)} aria-current={row.id === current ? "true" : undefined}>
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
      <Table
        caption={t("alerts.title")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={columns.filter(({ wide }) => !current || !wide).map(drawn)}
      />
    </div>
  );
}

/** The rule under the name. */
function Rule({ alert }: { alert: Alert }) {
  const t = useText();
  const { metric, rule } = useWords(alert);
  return (
    <span className="quiet">
      <br />
      {[metric, rule, ...conditionTexts(alert.conditions), alert.paused_for && t("alerts.stopped")]
        .filter(Boolean)
        .join(" · ")}
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

/** The last value. */
function Last({ alert }: { alert: Alert }) {
  const { value } = useWords(alert);
  return <b>{value(alert.last?.value)}</b>;
}
