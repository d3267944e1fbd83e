/** Targets of metrics by bot and month, their history, and setting them. */
import { Can, Empty, LinkButton, PageHead, PageLink, Tabs, useCan } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { Field, Select } from "../../../components/fields";
import { FormSheet } from "../../../components/forms/FormSheet";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { metricName } from "../cards/metricName";
import { listArgs, targetsApi, type Target, type TargetPage } from "./api";
import type { targetsGrammar } from "./query";
import "../../../components/table/table.css";

const CALL = "/api/v1/targets";
const CLOSED = { do: undefined, target: undefined };

/** The page. */
export default function TargetsPage() {
  const t = useText();
  const { query, here } = usePage<typeof targetsGrammar>();
  const result = targetsApi.useTargetsQuery(listArgs(query));
  const { data } = result;
  const add = (
    <Can I="update" a="Dashboard">
      <LinkButton to={here({ ...CLOSED, do: "set" })} variant="primary" icon="plus">
        {t("targets.set")}
      </LinkButton>
    </Can>
  );
  return (
    <>
      <PageHead
        title={t("targets.title")}
        lead={t("targets.about")}
        back={{ to: "/reports/dashboard", label: t("targets.dashboard") }}
        actions={add}
      />
      <div className="stack">
        <Tabs
          label={t("targets.views")}
          items={[false, true].map((history) => ({
            label: t(history ? "targets.history" : "targets.current"),
            to: here({ ...CLOSED, history, page: undefined }),
            current: query.history === history,
          }))}
        />
        {data && (data.total > 0 || query.metric) && <MetricMenu data={data} />}
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Empty icon="trending-up" title={t("targets.none")} actions={add}>
              {t("targets.noneText")}
            </Empty>
          }
        >
          {(data) => <Rows data={data} />}
        </PagedList>
      </div>
      {data && <Opened data={data} />}
    </>
  );
}

/** The metric that the list is narrowed to. */
function MetricMenu({ data }: { data: TargetPage }) {
  const t = useText();
  const { query, here } = usePage<typeof targetsGrammar>();
  return (
    <div>
      <ChoiceMenu
        label={t("targets.metric")}
        value={query.metric}
        all={t("targets.all")}
        options={data.metrics.map(({ id }) => [id, metricName(id, t) /* i18n: reports.k.* */])}
        to={(metric) => here({ ...CLOSED, metric, page: undefined })}
      />
    </div>
  );
}

/** How targets are written. */
function useWriting(data: TargetPage) {
  const t = useText();
  const f = useFormat();
  const unitOf = (metric: string) => data.metrics.find(({ id }) => id === metric)?.unit ?? "count";
  return {
    bot: (id: string | null) => (id ? (data.bots.find((bot) => bot.id === id)?.name ?? id) : t("targets.allBots")),
    month: (month: string) => f.month(`${month}-01`),
    value: ({ metric, value }: Target) =>
      value === null ? t("targets.removed") : figureText(value, unitOf(metric), data.currency, f),
    /** A metric with the unit that its target is typed in. */
    metric: (id: string) => {
      const unit = { percent: "%", money: data.currency, duration: t("targets.ms") }[unitOf(id) as "percent"];
      return unit ? `${metricName(id, t)} (${unit})` : metricName(id, t);
    },
  };
}

/** The list; a value opens the form, for who may set another. */
function Rows({ data }: { data: TargetPage }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const write = useWriting(data);
  const { query, here } = usePage<typeof targetsGrammar>();
  const opens = !query.history && can("update", "Dashboard");
  return (
    <Table<Target>
      caption={t("targets.title")}
      rows={data.items}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "metric",
          head: t("targets.metric"),
          rowHead: true,
          cell: (row) =>
            opens ? (
              <PageLink to={here({ do: "set", target: row.id })}>{metricName(row.metric, t)}</PageLink>
            ) : (
              metricName(row.metric, t)
            ),
        },
        { key: "bot", head: t("targets.bot"), cell: (row) => <bdi>{write.bot(row.bot)}</bdi> },
        { key: "month", head: t("targets.month"), cell: (row) => write.month(row.month) },
        { key: "value", head: t("targets.value"), numeric: true, cell: (row) => write.value(row) },
        {
          key: "set",
          head: t("targets.setBy"),
          className: "wide",
          cell: (row) => (
            <>
              <bdi>{row.set_by}</bdi> <span className="quiet">{f.dateTime(row.set_at)}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** What the address has opened: the form, or the question before a target is removed. */
function Opened({ data }: { data: TargetPage }) {
  const t = useText();
  const can = useCan();
  const write = useWriting(data);
  const { query, session, here } = usePage<typeof targetsGrammar>();
  const row = data.items.find(({ id }) => id === query.target);
  const to = here(CLOSED);
  if (!query.do || !can("update", "Dashboard")) return null;
  if (query.do === "remove") {
    if (!row) return null;
    return (
      <FormSheet danger title={t("targets.ask")} call={CALL} to={to} done="removed" action={t("targets.remove")}>
        <>
          <p>
            {t("targets.askText", {
              metric: metricName(row.metric, t),
              bot: `\u2068${write.bot(row.bot)}\u2069`,
              month: write.month(row.month),
            })}
          </p>
          <input type="hidden" name="removed" value="1" />
          <input type="hidden" name="metric" value={row.metric} />
          <input type="hidden" name="bot" value={row.bot ?? ""} />
          <input type="hidden" name="month" value={row.month} />
        </>
      </FormSheet>
    );
  }
  return (
    <FormSheet
      title={t("targets.set")}
      lead={t("targets.kept")}
      call={CALL}
      to={to}
      done="set"
      action={t("targets.save")}
    >
      <Select
        label={t("targets.metric")}
        name="metric"
        defaultValue={row?.metric ?? query.metric}
        options={data.metrics.map(({ id }) => ({ value: id, label: write.metric(id) }))}
      />
      <Select
        label={t("targets.bot")}
        name="bot"
        defaultValue={row?.bot ?? ""}
        options={[
          { value: "", label: t("targets.allBots") },
          ...data.bots.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <div className="pair">
        <Field
          label={t("targets.month")}
          name="month"
          defaultValue={row?.month ?? session.now.slice(0, 7)}
          type="month"
          required
          placeholder="YYYY-MM"
        />
        <Field
          label={t("targets.value")}
          name="value"
          defaultValue={row?.value ?? ""}
          inputMode="decimal"
          dir="ltr"
          required
          maxLength={16}
          autoComplete="off"
        />
      </div>
      {row && (
        <p>
          <LinkButton to={here({ do: "remove" })} size="s" variant="danger">
            {t("targets.remove")}
          </LinkButton>
        </p>
      )}
    </FormSheet>
  );
}
