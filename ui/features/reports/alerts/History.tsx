/** The values of an alert over its last windows. */
import { LimitChart } from "../../../components/charts/LimitChart";
import { TableTwin } from "../../../components/charts/TableTwin";
import { twinOf } from "../../../components/charts/series";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { alertsApi, type Alert } from "./api";
import type { alertsGrammar } from "./query";
import { useWords } from "./words";

const LENGTHS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const;

/** The values of the last windows, with the limit across and a red dot where it fired. */
export function History({ alert, last }: { alert: Alert; last: NonNullable<Alert["last"]> }) {
  const t = useText();
  const f = useFormat();
  const { params, query } = usePage<typeof alertsGrammar, "id">();
  const { data } = alertsApi.useFiringsQuery({ id: params.id, page: query.fired });
  const { metric, value } = useWords(alert);
  const { trend } = last;
  if (trend.filter((number) => number !== null).length < 2) return null;
  const length = LENGTHS[alert.window as keyof typeof LENGTHS];
  const place = (start: string) => trend.length - 1 - Math.round((Date.parse(last.start) - Date.parse(start)) / length);
  const every = Math.ceil(trend.length / 4);
  const isHourly = alert.window === "hour";
  const buckets = trend.map((_, index) => {
    const before = (trend.length - 1 - index) * length;
    // Days and weeks are counted as dates: clocks that change make none of them longer.
    const at = new Date(Date.parse(isHourly ? last.start : last.start.slice(0, 10)) - before).toISOString();
    const day = at.slice(0, 10);
    return {
      key: at,
      label: isHourly ? f.dateTime(at) : f.date(day),
      ...((trend.length - 1 - index) % every === 0 && { tick: isHourly ? f.time(at) : f.day(day) }),
    };
  });
  const line = { key: "value", name: metric, tone: 1, values: trend };
  const hasLimit = alert.op === "above" || alert.op === "below";
  return (
    <>
      <LimitChart
        label={metric}
        summary={t("alerts.lastWindows", { n: trend.length })}
        number={value}
        buckets={buckets}
        line={line}
        limit={
          hasLimit ? { value: alert.threshold, text: t("alerts.limitAt", { limit: value(alert.threshold) }) } : null
        }
        marked={(data?.items ?? []).map(({ start }) => place(start)).filter((index) => index >= 0)}
      />
      <TableTwin
        {...twinOf(buckets, [line], value, {
          summary: t("alerts.asTable"),
          caption: metric,
          when: t("alerts.when"),
          previous: "",
        })}
      />
    </>
  );
}
