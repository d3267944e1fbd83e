/** Snapshots: one's own frozen reports, closed months, and what changed in these later. */
import { Card, Empty, LinkButton, PageHead, PageLink, Pill, Tabs, Trouble, useCan } from "../../../components";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { Field, Select } from "../../../components/fields";
import { FormSheet } from "../../../components/forms/FormSheet";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useReportName } from "../shell/useReportName";
import { snapshotsApi, type SnapshotChanges } from "./api";
import { VIEWS, type snapshotsGrammar } from "./query";
import { conditionTexts } from "../filters/conditions";

const CALL = "/api/v1/month-closes";
const CLOSED = { do: undefined, close: undefined };

/** The page. */
export default function SnapshotsPage() {
  const t = useText();
  const { query, here } = usePage<typeof snapshotsGrammar>();
  const Shown = { own: Own, months: Months, changes: Later }[query.view];
  return (
    <>
      <PageHead
        title={t("snapshots.title")}
        lead={t("snapshots.about")}
        back={{ to: "/reports/dashboard", label: t("snapshots.dashboard") }}
        actions={query.view === "months" && <CloseButton />}
      />
      <div className="stack">
        <Tabs
          label={t("snapshots.views")}
          items={VIEWS.map((view) => ({
            label: t(`snapshots.v.${view}`) /* i18n: snapshots.v.* */,
            to: here({ ...CLOSED, view, page: undefined, changes: undefined }),
            current: query.view === view,
          }))}
        />
        {query.changes && <Changes id={query.changes} />}
        <Shown />
      </div>
      <Opened />
    </>
  );
}

/** One's own snapshots. */
function Own() {
  const t = useText();
  const f = useFormat();
  const name = useReportName();
  const { query, here } = usePage<typeof snapshotsGrammar>();
  const result = snapshotsApi.useSnapshotsQuery(query.page);
  return (
    <PagedList
      of={result}
      to={(page) => here({ page })}
      empty={
        <Empty icon="lock" title={t("snapshots.none")}>
          {t("snapshots.noneText")}
        </Empty>
      }
    >
      {(data) => (
        <Table
          caption={t("snapshots.v.own")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "report",
              head: t("snapshots.report"),
              rowHead: true,
              cell: (row) => (
                <>
                  {row.state === "expired" ? name(row.report) : <PageLink to={row.link}>{name(row.report)}</PageLink>}
                  {row.conditions.length > 0 && (
                    <span className="quiet block">{conditionTexts(row.conditions).join(" · ")}</span>
                  )}
                </>
              ),
            },
            { key: "range", head: t("snapshots.range"), cell: (row) => f.range(row.first, row.last) },
            { key: "made", head: t("snapshots.made"), cell: (row) => f.dateTime(row.created_at) },
            {
              key: "state",
              head: t("snapshots.state"),
              cell: (row) => (
                <Pill tone={row.state === "frozen" ? "good" : "quiet"}>
                  {t(`snapshots.s.${row.state}`) /* i18n: snapshots.s.* */}
                </Pill>
              ),
            },
            {
              key: "more",
              head: t("snapshots.more"),
              cell: (row) =>
                row.state !== "expired" && (
                  <>
                    <PageLink to={here({ changes: row.id })}>{t("snapshots.since")}</PageLink>
                    {" · "}
                    <PageLink to={row.live_link}>{t("snapshots.live")}</PageLink>
                  </>
                ),
            },
          ]}
        />
      )}
    </PagedList>
  );
}

/** What has changed since a snapshot was made, number by number. */
function Changes({ id }: { id: string }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof snapshotsGrammar>();
  const name = useReportName();
  const result = snapshotsApi.useSnapshotChangesQuery(id);
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  const { snapshot } = data;
  const changed = data.items.filter((item) => item.changed).length;
  return (
    <Card
      title={name(snapshot.report)}
      lead={[
        f.range(snapshot.first, snapshot.last),
        f.dateTime(snapshot.created_at),
        ...conditionTexts(snapshot.conditions),
      ].join(" · ")}
      aside={
        <>
          <PageLink to={snapshot.link}>{t("snapshots.open")}</PageLink>
          {" · "}
          <PageLink to={here({ changes: undefined })}>{t("snapshots.hide")}</PageLink>
        </>
      }
      foot={
        data.figures.length > 0 &&
        t("snapshots.cells", {
          n: data.figures.reduce((sum, figure) => sum + figure.changed, 0),
          of: data.figures.reduce((sum, figure) => sum + figure.of, 0),
        })
      }
    >
      <p>{changed ? t("snapshots.changed", { n: changed, of: data.items.length }) : t("snapshots.same")}</p>
      <Numbers data={data} />
    </Card>
  );
}

/** Its key figures beside what they are now. */
function Numbers({ data }: { data: SnapshotChanges }) {
  const t = useText();
  const f = useFormat();
  const value = (part: SnapshotChanges["items"][number]["live"], unit: SnapshotChanges["items"][number]["unit"]) =>
    part && part.value !== null ? figureText(part.value, unit, data.currency, f) : "—";
  return (
    <Table
      caption={t("snapshots.since")}
      rows={data.items}
      rowKey={(item) => item.id}
      columns={[
        {
          key: "metric",
          head: t("snapshots.metric"),
          rowHead: true,
          cell: (item) => t(`reports.k.${item.id}`) /* i18n: reports.k.* */,
        },
        { key: "frozen", head: t("snapshots.then"), numeric: true, cell: (item) => value(item.frozen, item.unit) },
        { key: "live", head: t("snapshots.now"), numeric: true, cell: (item) => value(item.live, item.unit) },
        {
          key: "changed",
          head: t("snapshots.change"),
          cell: (item) => (item.changed ? <Pill tone="warn">{t("snapshots.isChanged")}</Pill> : t("snapshots.isSame")),
        },
      ]}
    />
  );
}

/** Closing a month, for who may. */
function CloseButton() {
  const t = useText();
  const { here } = usePage<typeof snapshotsGrammar>();
  return (
    useCan()("update", "Client") && (
      <LinkButton to={here({ ...CLOSED, do: "close" })} variant="primary" icon="lock">
        {t("snapshots.close")}
      </LinkButton>
    )
  );
}

/** The closed months. */
function Months() {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof snapshotsGrammar>();
  const result = snapshotsApi.useMonthClosesQuery(query.page);
  return (
    <PagedList
      of={result}
      to={(page) => here({ page })}
      empty={
        <Empty icon="lock" title={t("snapshots.noMonths")} actions={<CloseButton />}>
          {t("snapshots.noMonthsText")}
        </Empty>
      }
    >
      {(data) => (
        <Table
          caption={t("snapshots.v.months")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={[
            { key: "month", head: t("snapshots.month"), rowHead: true, cell: (row) => f.month(`${row.month}-01`) },
            { key: "client", head: t("snapshots.client"), cell: (row) => <bdi>{row.client_name}</bdi> },
            {
              key: "closed",
              head: t("snapshots.closedBy"),
              cell: (row) => (
                <>
                  <bdi>{row.closed_by}</bdi> <span className="quiet">{f.dateTime(row.closed_at)}</span>
                </>
              ),
            },
            {
              key: "more",
              head: t("snapshots.more"),
              cell: (row) =>
                can("update", "Client") && (
                  <PageLink to={here({ do: "reopen", close: row.id })}>{t("snapshots.reopen")}</PageLink>
                ),
            },
          ]}
        />
      )}
    </PagedList>
  );
}

/** What changed in closed months. */
function Later() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof snapshotsGrammar>();
  const result = snapshotsApi.useLaterChangesQuery(query.page);
  return (
    <PagedList
      of={result}
      to={(page) => here({ page })}
      empty={
        <Empty icon="check" title={t("snapshots.noChanges")}>
          {t("snapshots.noChangesText")}
        </Empty>
      }
    >
      {(data) => (
        <Table
          caption={t("snapshots.v.changes")}
          rows={data.items}
          rowKey={(row) => row.id ?? ""}
          columns={[
            { key: "day", head: t("snapshots.day"), rowHead: true, cell: (row) => (row.day ? f.date(row.day) : "—") },
            { key: "metric", head: t("snapshots.metric"), cell: (row) => <code>{row.metric}</code> },
            {
              key: "values",
              head: t("snapshots.change"),
              numeric: true,
              cell: (row) => `${f.number(row.old)} → ${f.number(row.new)}`,
            },
            {
              key: "cause",
              head: t("snapshots.cause"),
              cell: (row) => (
                <>
                  <bdi>{row.cause}</bdi> <span className="quiet">{row.at && f.dateTime(row.at)}</span>
                </>
              ),
            },
          ]}
        />
      )}
    </PagedList>
  );
}

/** What the address has opened. */
function Opened() {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, session, here } = usePage<typeof snapshotsGrammar>();
  const clients = snapshotsApi.useClosableClientsQuery(undefined, { skip: query.do !== "close" });
  const months = snapshotsApi.useMonthClosesQuery(query.page, { skip: query.do !== "reopen" });
  const row = months.data?.items.find(({ id }) => id === query.close);
  const to = here(CLOSED);
  if (!query.do || !can("update", "Client")) return null;
  if (query.do === "reopen")
    return row ? (
      <FormSheet
        danger
        title={t("snapshots.askReopen")}
        call={`${CALL}/${row.id}`}
        method="DELETE"
        revision={String(row.revision)}
        to={to}
        done="reopened"
        action={t("snapshots.reopen")}
      >
        <p>
          {t("snapshots.reopenText", { month: f.month(`${row.month}-01`), client: `\u2068${row.client_name}\u2069` })}
        </p>
      </FormSheet>
    ) : null;
  return (
    <FormSheet
      title={t("snapshots.close")}
      lead={t("snapshots.closeText")}
      call={CALL}
      to={to}
      done="closed"
      action={t("snapshots.close")}
    >
      <Select
        label={t("snapshots.client")}
        name="client"
        options={(clients.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Field
        label={t("snapshots.month")}
        name="month"
        defaultValue={lastMonth(session.now)}
        type="month"
        required
        placeholder="YYYY-MM"
      />
    </FormSheet>
  );
}

/** The month before an instant's. */
function lastMonth(now: string): string {
  const [year, month] = now.slice(0, 7).split("-").map(Number) as [number, number];
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
}
