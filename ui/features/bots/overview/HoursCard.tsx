/** Conversations by the hour of the day under way, beside what is usual on this weekday. */
import { Card } from "../../../components";
import { ColumnChart } from "../../../components/charts/ColumnChart";
import { Legend } from "../../../components/charts/Legend";
import { twinOf } from "../../../components/charts/series";
import { TableTwin } from "../../../components/charts/TableTwin";
import { useFormat, useText } from "../../../lib/i18n";
import type { BotFigures } from "./api";

/** The columns, their strokes, and the same as a table. */
export function HoursCard({ today }: { today: BotFigures["today"] }) {
  const t = useText();
  const f = useFormat();
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const buckets = today.hours.map(({ hour, running }) => ({
    key: String(hour),
    label: clock(hour),
    ...(hour % 3 === 0 && { tick: clock(hour).slice(0, 2) }),
    partial: running,
  }));
  const series = [
    {
      key: "today",
      name: t("overview.todayShort"),
      tone: 1,
      values: today.hours.map(({ value }) => value),
      ...(today.usual !== null && { previous: today.hours.map(({ usual }) => usual) }),
    },
  ];
  const number = (value: number | null) => f.number(value, { digits: 0 });
  const title = t("overview.byHour");
  return (
    <Card
      title={title}
      lead={f.date(today.day)}
      aside={
        <Legend
          items={[
            { key: "today", tone: 1, name: t("overview.todayShort"), total: f.number(today.value) },
            ...(today.usual === null
              ? []
              : [
                  {
                    key: "previous",
                    name: t("overview.usualShort"),
                    total: t("overview.usualDay", { now: number(today.usual), day: number(today.usual_day) }),
                  },
                ]),
          ]}
        />
      }
    >
      <ColumnChart
        label={title}
        summary={t("overview.byHourSum", { n: today.value })}
        buckets={buckets}
        series={series}
        number={number}
        size="low"
      />
      <TableTwin
        {...twinOf(buckets, series, number, {
          summary: t("reports.asTable"),
          caption: title,
          when: t("overview.hour"),
          previous: t("overview.usualShort"),
        })}
      />
    </Card>
  );
}

/** When the figures are of, and what they leave out. */
export function Sources({ figures }: { figures: BotFigures }) {
  const t = useText();
  const f = useFormat();
  const { zone } = figures.today;
  return (
    <p className="quiet small">
      {figures.as_of && t("overview.asOf", { time: f.dateTime(figures.as_of, zone), zone })}{" "}
      {figures.excluded_test > 0 && t("overview.testLeftOut", { n: figures.excluded_test })}
    </p>
  );
}
