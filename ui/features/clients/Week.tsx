/** The opening hours of a week drawn along the day, with the moment and the closed days to come. */
import { Card } from "../../components";
import { pct } from "../../components/charts/scale";
import { DAYS, type BusinessHours } from "../../components/fields/hours";
import { Table } from "../../components/Table";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { ReactNode } from "react";
import type { Outlet } from "./types";

const STEP = 2;

const hourOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;

/** Spans over midnight go on in the next day's row, as they do in the week. */
function spansOf(hours: BusinessHours, place: number): [number, number][] {
  const of = (index: number) => hours.week?.[DAYS[(index + 7) % 7]!] ?? [];
  const isLate = ([from, to]: readonly [string, string]) => hourOf(to) <= hourOf(from);
  return [
    ...of(place - 1)
      .filter(isLate)
      .map(([, to]): [number, number] => [0, hourOf(to)]),
    ...of(place).map((span): [number, number] => [hourOf(span[0]), isLate(span) ? 24 : hourOf(span[1])]),
  ].filter(([from, to]) => to > from);
}

/** The weekday, from Monday on, and the hour at a place. */
function momentIn(zone: string, now: string): { day: number; hour: number } {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(now));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    day: DAYS.indexOf(part("weekday").toLowerCase() as never),
    hour: hourOf(`${part("hour")}:${part("minute")}`),
  };
}

/** The card: the drawing, its times in words, the next closed days, and the form under them for who may change it. */
export function Week({
  hours,
  zone,
  closed,
  children,
}: {
  hours: BusinessHours | null;
  zone: string;
  closed: Outlet["closed_days"];
  children?: ReactNode;
}) {
  const t = useText();
  const { session } = usePage();
  return (
    <Card title={t("clients.hours")} id="hours" lead={hours?.zone ?? zone}>
      {hours?.week ? (
        <>
          <Chart hours={hours} moment={momentIn(hours.zone ?? zone, session.now)} />
          <Closed days={closed} />
        </>
      ) : (
        <p className="quiet">{t("clients.hoursUnset")}</p>
      )}
      {children}
    </Card>
  );
}

/** The bars of each day. Time runs from the left in every language. */
function Chart({ hours, moment }: { hours: BusinessHours; moment: { day: number; hour: number } }) {
  const t = useText();
  const f = useFormat();
  const spans = DAYS.map((_, place) => spansOf(hours, place));
  const all = spans.flat(2);
  const first = Math.floor(Math.max(0, Math.min(...all, 24) - 1) / STEP) * STEP;
  const last = Math.ceil(Math.min(24, Math.max(...all, 0) + 1) / STEP) * STEP;
  if (all.length === 0) return <p className="quiet">{t("clients.neverOpen")}</p>;
  const at = (hour: number) => ((hour - first) / (last - first)) * 100;
  const ticks = Array.from({ length: (last - first) / STEP + 1 }, (_, place) => first + place * STEP);
  const isSeen = moment.hour >= first && moment.hour <= last;
  return (
    <div className="cl-week">
      <span />
      <svg className="cl-hours" aria-hidden="true">
        {ticks.slice(1, -1).map((hour, place) => (
          <text key={hour} x={pct(at(hour))} y="14" textAnchor="middle" className={place % 2 ? undefined : "odd"}>
            {`${String(hour).padStart(2, "0")}:00`}
          </text>
        ))}
      </svg>
      <span />
      {DAYS.map((day, place) => (
        <div key={day} className={place === moment.day ? "cl-day today" : "cl-day"}>
          <span>{f.weekday(place, "long")}</span>
          <svg aria-hidden="true">
            {ticks.slice(1, -1).map((hour) => (
              <line key={hour} x1={pct(at(hour))} x2={pct(at(hour))} y1="0" y2="28" />
            ))}
            {spans[place]!.map(([from, to]) => (
              <rect key={from} x={pct(at(from))} width={pct(at(to) - at(from))} y="9" height="10" rx="2" />
            ))}
            {isSeen && place === moment.day && (
              <line className="now" x1={pct(at(moment.hour))} x2={pct(at(moment.hour))} y1="0" y2="28" />
            )}
          </svg>
          <bdi className="num">
            {hours.week?.[day]?.map(([from, to]) => `${from}–${to}`).join(f.comma) || t("clients.closedNow")}
          </bdi>
        </div>
      ))}
    </div>
  );
}

/** The closed days to come. */
function Closed({ days }: { days: Outlet["closed_days"] }) {
  const t = useText();
  const f = useFormat();
  if (days.length === 0) return null;
  return (
    <Table
      caption={t("clients.nextClosed")}
      rows={days}
      rowKey={({ day }) => day}
      compact
      columns={[
        { key: "day", head: t("clients.nextClosed"), rowHead: true, cell: ({ day }) => f.date(day) },
        {
          key: "weekday",
          head: t("clients.weekday"),
          cell: ({ day }) => f.weekday((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7, "long"),
        },
        { key: "name", head: t("clients.closedName"), cell: ({ name }) => <bdi>{name || f.number(null)}</bdi> },
        {
          key: "from",
          className: "cl-from",
          head: t("clients.closedFrom"),
          cell: ({ own }) => t(own ? "clients.closedOwn" : "clients.closedList"),
        },
      ]}
    />
  );
}
