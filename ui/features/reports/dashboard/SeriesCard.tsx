/** Engaged sessions over time, by group. */
import { Card } from "../../../components";
import { Legend } from "../../../components/charts/Legend";
import { StackedColumns } from "../../../components/charts/StackedColumns";
import { TableTwin } from "../../../components/charts/TableTwin";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import { MarkerList } from "../cards/MarkerList";
import { flagsOf } from "../cards/flags";
import { StepMarks } from "../cards/StepMarks";
import type { reportQuery } from "../filters/query";
import { stepText } from "../filters/steps";
import { EstimatedNote } from "./EstimatedNote";
import { FigureLink } from "./FigureLink";
import type { Bucket, Dashboard } from "./types";

const PARTS = ["service", "sales", "psf"] as const;
const TONES = { service: 1, sales: 2, psf: 3 };

/** Stacked columns with the comparison as strokes, legend with totals, and a table twin. */
export default function SeriesCard({ data }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof reportQuery>();
  const { g, buckets } = data.series;
  const markers = query.markers === "off" ? [] : data.markers;
  const flags = flagsOf(markers, t);
  const when = (start: string) => stepText(g, start, data.filters.zone, f);
  const restated = (at: string) => t("parts.restatedAt", { time: f.dateTime(at, data.filters.zone) });
  const totalOf = (part: (typeof PARTS)[number] | "total") => buckets.reduce((sum, bucket) => sum + bucket[part], 0);
  const totals = { service: totalOf("service"), sales: totalOf("sales"), psf: totalOf("psf") };
  const withCounts = PARTS.filter((part) => totals[part]);
  const parts = withCounts.length ? withCounts : PARTS.slice(0, 1);
  const before = buckets.reduce<number | null>(
    (sum, bucket) => (bucket.previous === null ? sum : (sum ?? 0) + bucket.previous),
    null,
  );
  const every = Math.max(1, Math.ceil(buckets.length / 7));
  const top = buckets.reduce<Bucket | null>(
    (best, bucket) => (best && best.total >= bucket.total ? best : bucket),
    null,
  );
  const title = t(`reports.series.${g}`); // i18n: reports.series.*
  const span = { from: f.day(data.filters.from), to: f.date(data.filters.to) };
  const summary = !totalOf("total")
    ? t("parts.seriesNone", span)
    : t("parts.seriesSum", {
        ...span,
        total: totalOf("total"),
        top: top?.total ?? 0,
        day: top ? when(top.start) : f.number(null),
      });
  return (
    <Card
      className="col-8"
      title={title}
      aside={
        <Legend
          items={[
            ...parts.map((part) => ({
              key: part,
              tone: TONES[part],
              name: t(`reports.${part}`),
              total: f.number(totals[part]),
            })),
            ...(before === null ? [] : [{ key: "previous", name: t("reports.previous"), total: f.number(before) }]),
            ...(data.filters.compared?.measured === false
              ? [{ key: "previous", name: t("reports.previous"), total: t("reports.n.unmeasured") }]
              : []),
          ]}
        />
      }
      foot={
        <StepMarks
          step={g}
          running={buckets.some((bucket) => bucket.running)}
          cut={buckets.some((bucket) => bucket.partial && !bucket.running)}
          provisional={buckets.some((bucket) => bucket.provisional)}
          restated={buckets.some((bucket) => bucket.restated_at)}
        />
      }
    >
      <StackedColumns
        label={title}
        summary={summary}
        number={(value) => f.number(value)}
        title={(index) =>
          [
            `${when(buckets[index]!.start)}: ${f.number(buckets[index]!.total)}`,
            buckets[index]!.running ? t("reports.partial") : buckets[index]!.partial && t(`reports.cut.${g}`),
            buckets[index]!.restated_at && restated(buckets[index]!.restated_at),
            flags.find(({ at }) => at === index)?.text,
          ]
            .filter(Boolean)
            .join(f.comma)
        }
        series={parts.map((part) => ({
          key: part,
          name: t(`reports.${part}`),
          tone: TONES[part],
          values: buckets.map((bucket) => bucket[part]),
        }))}
        flags={flags}
        previous={buckets.map((bucket) => bucket.previous)}
        buckets={buckets.map((bucket, index) => ({
          key: bucket.start,
          label: when(bucket.start),
          partial: bucket.partial,
          provisional: bucket.provisional && !bucket.partial,
          to: bucket.link,
          ...(bucket.restated_at && { restated: restated(bucket.restated_at) }),
          ...((buckets.length - 1 - index) % every === 0 && { tick: when(bucket.start) }),
        }))}
      />
      <EstimatedNote data={data} />
      <FigureLink figure="series" name={title} />
      <TableTwin
        summary={t("reports.asTable")}
        caption={title}
        head={[
          t("reports.when"),
          ...parts.map((part) => t(`reports.${part}`)),
          t("reports.total"),
          ...(before === null ? [] : [t("reports.previous")]),
        ]}
        rows={buckets.map((bucket) => ({
          key: bucket.start,
          cells: [
            <PageLink key="a" to={bucket.link}>
              {when(bucket.start)}
            </PageLink>,
            ...parts.map((part) => f.number(bucket[part])),
            <>
              {f.number(bucket.total)}
              {bucket.restated_at && (
                <abbr title={restated(bucket.restated_at)} aria-label={restated(bucket.restated_at)}>
                  {" ▲"}
                </abbr>
              )}
            </>,
            ...(before === null ? [] : [f.number(bucket.previous)]),
          ],
        }))}
        below={markers.length > 0 && <MarkerList markers={markers} zone={data.filters.zone} />}
      />
    </Card>
  );
}
