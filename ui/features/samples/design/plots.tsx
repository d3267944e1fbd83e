import { Card, Pill } from "../../../components";
import { BarList } from "../../../components/charts/BarList";
import { ColumnChart } from "../../../components/charts/ColumnChart";
import { Funnel } from "../../../components/charts/Funnel";
import { Gauge } from "../../../components/charts/Gauge";
import { HeatLegend, HeatMap } from "../../../components/charts/HeatMap";
import { Doubts, Legend } from "../../../components/charts/Legend";
import { LineChart } from "../../../components/charts/LineChart";
import { total, twinOf, type Bucket, type Series } from "../../../components/charts/series";
import { StackedColumns } from "../../../components/charts/StackedColumns";
import { TableTwin } from "../../../components/charts/TableTwin";
import { useFormat, useText } from "../../../lib/i18n";
import { BEFORE, HEAT, PSF, RATE, SALES, SERVICE, WAITS, WEEKS } from "./samples";

const GROUPS = [
  ["service", 1, SERVICE],
  ["sales", 2, SALES],
  ["psf", 3, PSF],
] as const;

/** Four weeks of days and the three groups, in the reader's words. */
function useWeeks() {
  const t = useText();
  const f = useFormat();
  const buckets: Bucket[] = WEEKS.map(({ day, partial, provisional }, index) => ({
    key: day,
    label: f.date(day),
    partial,
    provisional,
    ...((WEEKS.length - 1 - index) % 4 === 0 && { tick: f.day(day) }),
  }));
  const groups: Series[] = GROUPS.map(([key, tone, values]) => ({ key, name: t(`reports.${key}`), tone, values }));
  const sum = groups.reduce((all, line) => all + (total(line.values) ?? 0), 0);
  const words = (caption: string) => ({
    summary: t("reports.asTable"),
    caption,
    when: t("reports.when"),
    previous: t("reports.previous"),
  });
  return { buckets, groups, sum, words };
}

/** A line with gaps, flags and doubt, and one with its comparison. */
export function LineShelf() {
  const t = useText();
  const f = useFormat();
  const { buckets, groups, words } = useWeeks();
  const percent = (value: number | null) => f.percent(value, 0);
  const number = (value: number | null) => f.number(value);
  const rate: Series[] = [{ key: "rate", name: t("reports.k.resolved_containment_rate"), tone: 1, values: RATE }];
  const against: Series[] = [{ ...groups[0]!, previous: BEFORE }];
  const numbers = RATE.filter((value) => value !== null);
  const flags = [
    { key: "offer", at: 8, text: t("design.flag.offer") },
    { key: "live", at: 20, text: t("design.flag.live") },
  ];
  return (
    <>
      <Card className="col-12" title={t("design.rateByDay")} foot={<Doubts provisional partial line />}>
        <LineChart
          label={t("design.rateByDay")}
          summary={t("design.rateSum", {
            low: percent(Math.min(...numbers)),
            high: percent(Math.max(...numbers)),
            last: percent(RATE.at(-2) ?? null),
          })}
          buckets={buckets}
          series={rate}
          number={percent}
          area="under"
          flags={flags}
        />
        <TableTwin {...twinOf(buckets, rate, percent, words(t("design.rateByDay")))} />
      </Card>
      <Card
        className="col-6"
        title={t("reports.service")}
        aside={
          <Legend
            items={[
              { key: "now", name: t("reports.service"), tone: 1, shape: "line", total: f.number(total(SERVICE)) },
              { key: "before", name: t("reports.previous"), total: f.number(total(BEFORE)) },
            ]}
          />
        }
      >
        <LineChart
          label={t("reports.service")}
          summary={t("design.usageSum", { n: total(SERVICE) ?? 0 })}
          buckets={buckets}
          series={against}
          number={number}
          size="low"
        />
        <TableTwin {...twinOf(buckets, against, number, words(t("reports.service")))} />
      </Card>
    </>
  );
}

/** Areas, one above the other and one alone. */
export function AreaShelf() {
  const t = useText();
  const f = useFormat();
  const { buckets, groups, sum, words } = useWeeks();
  const number = (value: number | null) => f.number(value);
  const alone: Series[] = [groups[1]!];
  return (
    <>
      <Card className="col-6" title={t("reports.sales")}>
        <LineChart
          label={t("reports.sales")}
          summary={t("design.usageSum", { n: total(SALES) ?? 0 })}
          buckets={buckets}
          series={alone}
          number={number}
          area="under"
          size="low"
        />
        <TableTwin {...twinOf(buckets, alone, number, words(t("reports.sales")))} />
      </Card>
      <Card
        className="col-6"
        title={t("design.usage")}
        aside={
          <Legend
            items={groups.map((group) => ({
              key: group.key,
              name: group.name,
              tone: group.tone,
              total: f.number(total(group.values)),
            }))}
          />
        }
      >
        <LineChart
          label={t("design.usage")}
          summary={t("design.usageSum", { n: sum })}
          buckets={buckets}
          series={groups}
          number={number}
          area="stacked"
          size="low"
        />
        <TableTwin {...twinOf(buckets, groups, number, words(t("design.usage")))} />
      </Card>
    </>
  );
}

/** Grouped columns, columns about zero and a histogram. */
export function ColumnShelf() {
  const t = useText();
  const f = useFormat();
  const { words } = useWeeks();
  const number = (value: number | null) => f.number(value);
  const months: Bucket[] = ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07"].map((key, index) => ({
    key,
    label: f.month(`${key}-01`),
    tick: f.month(`${key}-01`).split(" ")[0]!,
    provisional: index === 4,
    partial: index === 5,
  }));
  const booked: Series[] = [
    {
      key: "service",
      name: t("reports.service"),
      tone: 1,
      values: [310, 342, 365, 351, 388, 190],
      previous: [280, 300, 331, 340, 352, 361],
    },
    {
      key: "sales",
      name: t("reports.sales"),
      tone: 2,
      values: [121, 98, 134, null, 140, 61],
      previous: [110, 105, 120, 118, 131, 126],
    },
  ];
  const net: Series[] = [{ key: "net", name: t("design.netChange"), tone: 1, values: [42, 18, -26, -61, 12, 33] }];
  const classes: Bucket[] = WAITS.map((_, index) => ({
    key: String(index),
    label: t("design.minutes", { from: index * 2, to: index * 2 + 2 }),
    tick: f.number(index * 2),
  }));
  const waits: Series[] = [{ key: "waits", name: t("design.waits"), tone: 1, values: WAITS }];
  const sums = (series: readonly Series[]) =>
    f.list(series.map((line) => `${line.name} ${f.number(total(line.values))}`));
  const twin = (buckets: readonly Bucket[], series: readonly Series[], caption: string) => (
    <TableTwin {...twinOf(buckets, series, number, words(caption))} />
  );
  return (
    <>
      <Card
        className="col-6"
        title={t("design.byMonth")}
        aside={
          <Legend
            items={[
              ...booked.map((line) => ({
                key: line.key,
                name: line.name,
                tone: line.tone,
                total: f.number(total(line.values)),
              })),
              { key: "before", name: t("reports.previous") },
            ]}
          />
        }
        foot={<Doubts provisional partial />}
      >
        <ColumnChart
          label={t("design.byMonth")}
          summary={sums(booked)}
          buckets={months}
          series={booked}
          number={number}
        />
        {twin(months, booked, t("design.byMonth"))}
      </Card>
      <Card className="col-3" title={t("design.netChange")}>
        <ColumnChart
          label={t("design.netChange")}
          summary={sums(net)}
          buckets={months.map((month, index) => ({ ...month, tick: index % 2 ? (month.tick ?? "") : "" }))}
          series={net}
          number={number}
          size="full"
        />
        {twin(months, net, t("design.netChange"))}
      </Card>
      <Card className="col-3" title={t("design.waits")}>
        <ColumnChart
          label={t("design.waits")}
          summary={t("design.waitsSum", { n: 5, all: total(WAITS) ?? 0 })}
          buckets={classes}
          series={waits}
          number={number}
          snug
          flags={[{ key: "median", at: 2.1, text: t("design.median") }]}
        />
        {twin(classes, waits, t("design.waits"))}
      </Card>
    </>
  );
}

/** Columns one above the other, with every mark of doubt. */
export function StackShelf() {
  const t = useText();
  const f = useFormat();
  const { buckets, groups, sum, words } = useWeeks();
  const number = (value: number | null) => f.number(value);
  return (
    <Card
      className="col-6"
      title={t("design.usage")}
      aside={
        <Legend
          items={groups.map((group) => ({
            key: group.key,
            name: group.name,
            tone: group.tone,
            total: f.number(total(group.values)),
          }))}
        />
      }
      foot={<Doubts provisional partial restated />}
    >
      <StackedColumns
        label={t("design.usage")}
        summary={t("design.usageSum", { n: sum })}
        number={number}
        series={groups}
        previous={BEFORE.map((value) => (value ?? 0) * 1.5)}
        buckets={buckets.map((bucket, index) => ({
          ...bucket,
          to: "/reports/conversations",
          ...(index === 12 && { restated: t("design.restated") }),
        }))}
      />
      <TableTwin {...twinOf(buckets, groups, number, words(t("design.usage")))} />
    </Card>
  );
}

/** When people write: a weekday a row, an hour a column. */
export function HeatShelf() {
  const t = useText();
  const f = useFormat();
  const read = (row: number, column: number) =>
    t("reports.peakAt", {
      day: f.weekday(row),
      hour: String(column).padStart(2, "0"),
      n: f.number(HEAT[row]?.[column]),
    });
  return (
    <Card
      className="col-6"
      title={t("reports.heat")}
      lead={t("parts.heatSub")}
      foot={
        <span className="row">
          <HeatLegend /> {f.number(Math.max(...HEAT.flat()))}
        </span>
      }
    >
      <HeatMap
        label={t("reports.heat")}
        summary={read(0, 13)}
        read={read}
        cells={HEAT}
        max={Math.max(...HEAT.flat())}
        rows={HEAT.map((_, row) => f.weekday(row))}
        columns={Array.from({ length: 24 }, (_, hour) => (hour % 3 === 0 ? String(hour).padStart(2, "0") : ""))}
        peak={{ row: 0, column: 13 }}
      />
      <TableTwin
        summary={t("reports.asTable")}
        caption={t("reports.heat")}
        head={[t("reports.weekday"), ...Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"))]}
        rows={HEAT.map((cells, row) => ({
          key: String(row),
          cells: [f.weekday(row), ...cells.map((value) => f.number(value))],
        }))}
      />
    </Card>
  );
}

/** Ranked bars, alone against a goal and in pairs. */
export function BarShelf() {
  const t = useText();
  const f = useFormat();
  const number = (value: number | null) => f.number(value);
  return (
    <>
      <Card className="col-6" title={t("design.reasons")}>
        <BarList
          caption={t("design.reasons")}
          heads={{ label: t("design.reason"), values: [t("design.messages")], note: t("design.share") }}
          number={number}
          limit={{ value: 180, text: t("design.goal", { n: f.number(180) }) }}
          rows={[
            { key: "none", label: t("design.reason.none"), values: [201], previous: 150, note: f.percent(59.8) },
            { key: "limit", label: t("design.reason.limit"), values: [94], previous: 101, note: f.percent(28) },
            { key: "changed", label: t("design.reason.changed"), values: [41], note: f.percent(12.2) },
          ]}
        />
      </Card>
      <Card
        className="col-6"
        title={t("design.byMonth")}
        aside={
          <Legend
            items={[
              { key: "service", name: t("reports.service"), tone: 1 },
              { key: "sales", name: t("reports.sales"), tone: 2 },
            ]}
          />
        }
      >
        <BarList
          caption={t("design.byMonth")}
          tones={[1, 2]}
          heads={{ label: t("design.month"), values: [t("reports.service"), t("reports.sales")] }}
          number={number}
          rows={["2026-04", "2026-05", "2026-06"].map((key, index) => ({
            key,
            label: f.month(`${key}-01`),
            values: [[365, 351, 388][index]!, [134, null, 140][index]!],
          }))}
        />
      </Card>
    </>
  );
}

/** How many of those who came are left after each stage. */
export function FunnelShelf() {
  const t = useText();
  const f = useFormat();
  // i18n: design.stage.*
  const stages = [
    ["enquiry", 2866, ""],
    ["slot", 1812, 72_000],
    ["done", 1204, 187_200_000],
    ["quote", 811, 79_200_000],
    ["paid", 238, 788_400_000],
  ] as const;
  return (
    <Card className="col-6" title={t("design.funnel")}>
      <Funnel
        caption={t("design.funnel")}
        unit={t("design.contacts")}
        note={t("design.medianTime")}
        stages={stages.map(([key, value, wait], index) => ({
          key,
          label: t(`design.stage.${key}`),
          value,
          partial: index === 4,
          note: wait ? f.duration(wait) : f.number(null),
        }))}
      />
    </Card>
  );
}

/** A value between two ends, and one that nobody has given. */
export function GaugeShelf() {
  const t = useText();
  const f = useFormat();
  return (
    <Card className="col-6" title={t("design.csat")}>
      <div className="row gauges">
        <Gauge
          label={t("design.csat")}
          value={84.1}
          max={100}
          text={f.percent(84.1)}
          ends={[f.percent(0, 0), f.percent(100, 0)]}
          limit={{ value: 80, text: t("design.goal", { n: f.percent(80, 0) }) }}
        />
        <Gauge
          label={t("design.noRatings")}
          value={null}
          max={100}
          text={f.percent(null)}
          ends={[f.percent(0, 0), f.percent(100, 0)]}
        />
      </div>
    </Card>
  );
}

/** The eight tones of series and the seven steps of a map. */
export function ColourShelf() {
  const t = useText();
  return (
    <Card className="col-12" title={t("design.s.colours")}>
      <ul className="swatches">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((tone) => (
          <li key={tone}>
            <svg className={`c${tone}`} aria-hidden="true">
              <rect width="100%" height="32" rx="3" />
            </svg>
            {t(`design.c.${tone}`) /* i18n: design.c.* */}
          </li>
        ))}
      </ul>
      <p className="row">
        <HeatLegend /> <Pill>{t("design.sequential")}</Pill>
      </p>
    </Card>
  );
}
