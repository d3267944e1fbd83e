/** A shop's sample figures in cards: money, orders and goals. */
import { Card, PageHead, Segments, Trouble } from "../../../components";
import { ColumnChart } from "../../../components/charts/ColumnChart";
import { Gauge } from "../../../components/charts/Gauge";
import { Legend } from "../../../components/charts/Legend";
import { LineChart } from "../../../components/charts/LineChart";
import { total, twinOf, type Bucket, type Series } from "../../../components/charts/series";
import { TableTwin } from "../../../components/charts/TableTwin";
import { Meter } from "../../../components/data/Meter";
import { Stat, Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { cardsApi } from "./api";
import type { ecommerceGrammar } from "./query";
import { Parts, Ranges, Sample } from "./pieces";
import { YEARS, type Ecommerce } from "./types";
import "./cards.css";

const CURRENCY = "INR";

/** The page. */
export default function EcommercePage() {
  const t = useText();
  const f = useFormat();
  const { whole } = useMoney();
  const { query } = usePage<typeof ecommerceGrammar>();
  const texts = {
    revenue: whole,
    sales: (value: number) => f.percent(value, 0),
    orders: (value: number) => f.number(value),
  };
  const result = cardsApi.useEcommerceQuery({ r: query.r, year: query.year });
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("cards.ecommerce")}
        marks={<Sample />}
        lead={data && t("cards.sampleTo", { day: f.date(data.as_of) })}
        actions={<Ranges />}
      />
      <Trouble of={result} />
      {data && (
        <>
          <Stats label={t("cards.figures")}>
            {/* i18n: cards.stat.* */}
            {data.statistics.map(({ id, figure, data: course }) => (
              <Stat
                key={id}
                label={t(`cards.stat.${id}`)}
                value={texts[id](figure)}
                note={t(`cards.statNote.${id}`) /* i18n: cards.statNote.* */}
                spark={course}
              />
            ))}
            <Stat
              label={t("cards.stat.profit")}
              value={whole(data.profit_line_chart.figure)}
              note={t("cards.statNote.profit")}
              spark={data.profit_line_chart.data}
            />
          </Stats>
          <div className="grid12">
            <Report data={data} />
            <Goal data={data} />
            <Orders data={data} />
            <Months data={data} />
            <Steps data={data} />
          </div>
        </>
      )}
    </>
  );
}

/** How charts of money say their numbers. */
function useMoney() {
  const f = useFormat();
  return {
    short: (value: number | null) => (value === null ? f.number(null) : `₹${f.compact(value)}`),
    whole: (value: number | null) => f.money(value, CURRENCY, 0),
  };
}

/** Income and costs of a year by month, against what was planned. */
function Report({ data }: { data: Ecommerce }) {
  const t = useText();
  const f = useFormat();
  const { short, whole } = useMoney();
  const { query, here } = usePage<typeof ecommerceGrammar>();
  const buckets: Bucket[] = data.earnings.map((_, month) => {
    const label = f.month(`${query.year}-${String(month + 1).padStart(2, "0")}-01`);
    return {
      key: String(month),
      label,
      tick: f
        .day(`${query.year}-${String(month + 1).padStart(2, "0")}-01`)
        .replace(/[\d٠-٩]+/g, "")
        .trim(),
    };
  });
  const series: Series[] = [
    { key: "earnings", name: t("cards.earnings"), tone: 1, values: data.earnings },
    { key: "expenses", name: t("cards.expenses"), tone: 2, values: data.expenses },
  ];
  const earned = total(data.earnings) ?? 0;
  const title = t("cards.revenueReport");
  return (
    <Card
      className="col-8"
      title={title}
      aside={
        <Segments
          label={t("cards.year")}
          items={YEARS.map((year) => ({ label: year, to: here({ year }), current: query.year === year }))}
        />
      }
    >
      <Legend
        items={series.map((line) => ({
          key: line.key,
          name: line.name,
          tone: line.tone,
          total: whole(total(line.values)),
        }))}
      />
      <ColumnChart
        label={title}
        summary={t("cards.revenueSum", { year: query.year, sum: whole(earned) })}
        buckets={buckets}
        series={series}
        number={short}
      />
      <TableTwin
        {...twinOf(buckets, series, whole, {
          summary: t("cards.asTable"),
          caption: title,
          when: t("cards.month"),
          previous: "",
        })}
      />
      <div className="budget">
        <Meter
          label={t("cards.budget")}
          value={earned}
          max={data.budget}
          text={t("cards.of", { part: whole(earned), all: whole(data.budget) })}
        />
      </div>
    </Card>
  );
}

/** How far the goal is. */
function Goal({ data }: { data: Ecommerce }) {
  const t = useText();
  const f = useFormat();
  const { whole } = useMoney();
  const { completed, inProgress, goal } = data.goal;
  const done = (100 * completed) / goal;
  return (
    <Card className="col-4" title={t("cards.goalOverview")}>
      <div className="gauge-place">
        <Gauge
          label={t("cards.completed")}
          value={done}
          max={100}
          text={f.percent(done, 0)}
          ends={[f.percent(0, 0), f.percent(100, 0)]}
          tone={4}
        />
      </div>
      <dl className="tiles">
        <div>
          <dt>{t("cards.completed")}</dt>
          <dd>
            <bdi>{whole(completed)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("cards.inProgress")}</dt>
          <dd>
            <bdi>{whole(inProgress)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("cards.yearGoal")}</dt>
          <dd>
            <bdi>{whole(goal)}</bdi>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** Orders by how far they are. */
function Orders({ data }: { data: Ecommerce }) {
  const t = useText();
  const f = useFormat();
  const { finished, pending, rejected } = data.product_orders;
  // i18n: cards.order.*
  const parts = (
    [
      ["finished", finished, 4],
      ["pending", pending, 2],
      ["rejected", rejected, 5],
    ] as const
  ).map(([key, value, tone]) => ({
    key,
    tone,
    label: t(`cards.order.${key}`),
    name: t(`cards.order.${key}`),
    value,
    text: f.number(value),
  }));
  return (
    <Card className="col-4" title={t("cards.productOrders")}>
      <p className="one-figure">
        <b>{f.number(finished + pending + rejected)}</b> <span className="quiet">{t("cards.stat.orders")}</span>
      </p>
      <Parts label={t("cards.productOrders")} parts={parts} />
    </Card>
  );
}

/** This month against the one before, by steps of four days. */
function Months({ data }: { data: Ecommerce }) {
  const t = useText();
  const f = useFormat();
  const { short, whole } = useMoney();
  const buckets: Bucket[] = data.this_month.map((_, index) => ({
    key: String(index),
    label: t("cards.fromDay", { n: index * 4 + 1 }),
    tick: f.number(index * 4 + 1),
  }));
  const series: Series[] = [
    { key: "this", name: t("cards.thisMonth"), tone: 1, values: data.this_month, previous: data.last_month },
  ];
  const title = t("cards.revenue");
  return (
    <Card className="col-4" title={title}>
      <Legend
        items={[
          { key: "this", name: t("cards.thisMonth"), tone: 1, shape: "line", total: whole(total(data.this_month)) },
          { key: "last", name: t("cards.lastMonth"), total: whole(total(data.last_month)) },
        ]}
      />
      <LineChart
        label={title}
        summary={t("cards.revenueMonths", {
          now: whole(total(data.this_month)),
          before: whole(total(data.last_month)),
        })}
        buckets={buckets}
        series={series}
        number={short}
        size="low"
      />
      <TableTwin
        {...twinOf(buckets, series, whole, {
          summary: t("cards.asTable"),
          caption: title,
          when: t("cards.when"),
          previous: t("cards.lastMonth"),
        })}
      />
    </Card>
  );
}

/** Orders in five steps of the range. */
function Steps({ data }: { data: Ecommerce }) {
  const t = useText();
  const f = useFormat();
  const values = data.orders_bar_chart.data;
  const buckets: Bucket[] = values.map((_, index) => ({
    key: String(index),
    label: t("cards.step", { n: index + 1, all: values.length }),
    tick: f.number(index + 1),
  }));
  const series: Series[] = [{ key: "orders", name: t("cards.stat.orders"), tone: 3, values }];
  const number = (value: number | null) => f.number(value);
  const title = t("cards.ordersBySteps");
  return (
    <Card className="col-4" title={title}>
      <ColumnChart
        label={title}
        summary={t("cards.ordersSum", { n: total(values) ?? 0 })}
        buckets={buckets}
        series={series}
        number={number}
        size="low"
      />
      <TableTwin
        {...twinOf(buckets, series, number, {
          summary: t("cards.asTable"),
          caption: title,
          when: t("cards.part"),
          previous: "",
        })}
      />
    </Card>
  );
}
