/** The warranty of a vehicle along one line of time, and whether it can be extended. */
import { Card, Icon, PageLink } from "../../components";
import { Facts } from "../../components/Facts";
import { pct } from "../../components/charts/scale";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import { useDaysLeft } from "./cells";
import type { leadGrammar } from "./query";
import type { LeadDetail } from "./types";

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const STANDARD_YEARS = 3;
/** The part of a picture's width that is kept behind its last mark. */
const ROOM = 0.05;
/** Bars that end beyond this, in percent, have their text before them. */
const FAR = 62;

/** The last day of a plan. */
const coverEnd = (end: string, years: number) => `${Number(end.slice(0, 4)) + years}${end.slice(4)}`;

/** The card. */
export function Warranty({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const daysLeft = useDaysLeft();
  const { session } = usePage();
  const { vehicle, eligibility } = lead;
  return (
    <Card
      title={t("warranty.warranty")}
      aside={
        lead.vehicle_id && (
          <PageLink to={`/admin/masters/vehicles/${lead.vehicle_id}`}>{t("warranty.serviceHistory")}</PageLink>
        )
      }
    >
      <Strip lead={lead} now={Date.parse(session.now)} />
      <Odometer lead={lead} />
      <Facts
        items={[
          [
            t("leads.coverEnds"),
            <span key="e">
              {f.date(vehicle.warranty_end)}{" "}
              {lead.days_left !== null && <span className="quiet">{daysLeft(lead.days_left)}</span>}
            </span>,
          ],
          [t("warranty.extendedEnd"), f.date(vehicle.extended_warranty_end)],
          [
            t("lead.odometer"),
            vehicle.odometer_km === null
              ? f.number(null)
              : t("warranty.kmOf", { n: f.number(vehicle.odometer_km), most: f.number(eligibility.most_km) }),
          ],
        ]}
      />
      <p className={eligibility.eligible ? "ld-eligible" : "ld-eligible not"}>
        <Icon name={eligibility.eligible ? "circle-check" : "circle-alert"} size={16} />{" "}
        {eligibility.eligible ? (
          <>
            <strong>{t("warranty.eligible")}</strong>{" "}
            {eligibility.until && t("warranty.eligibleUntil", { day: f.date(eligibility.until) })}
          </>
        ) : (
          <>
            <strong>{t("warranty.notEligible")}</strong>{" "}
            {f.list(
              eligibility.because.map(
                (code) =>
                  t(`warranty.n.${code}`, {
                    days: eligibility.last_days,
                    km: f.number(eligibility.most_km),
                    has: f.number(eligibility.odometer_km),
                  }) /* i18n: warranty.n.* */,
              ),
            )}
          </>
        )}
      </p>
    </Card>
  );
}

/** A bar of the picture, with what it says beside it and, where that is more, what it is read as. */
interface Bar {
  kind: "standard" | "window" | "extended" | "offered";
  name: string;
  start: number;
  stop: number;
  text: string;
  spoken?: string;
}

/** Where a day lies on the line of time, in percent. */
interface Line {
  at: (day: number) => number;
  years: readonly number[];
}

function lineOf(first: number, last: number): Line {
  const at = (day: number) => Math.max(0, Math.min(100, ((day - first) / (last - first)) * 100));
  const [from, to] = [first, last].map((day) => new Date(day).getUTCFullYear()) as [number, number];
  const years = Array.from({ length: to - from }, (_, index) => from + index + 1);
  return { at, years };
}

/** The standard warranty and what can be bought after it. Time runs from the left in every language. */
function Strip({ lead, now }: { lead: LeadDetail; now: number }) {
  const t = useText();
  const f = useFormat();
  const { vehicle, eligibility, quote, plan_years: chosen } = lead;
  const end = vehicle.warranty_end;
  if (!end) return null;
  const ends = Date.parse(end);
  const from = vehicle.sale_date ? Date.parse(vehicle.sale_date) : ends - STANDARD_YEARS * YEAR;
  const plans = quote.plans.length > 0 ? quote.plans.map(({ years }) => years) : chosen ? [chosen] : [];
  const bought = vehicle.extended_warranty_end;
  const latest = Math.max(ends, now, ...plans.map((years) => Date.parse(coverEnd(end, years))), ends + 30 * DAY);
  const line = lineOf(from, latest + (latest - from) * ROOM);
  // The name of a year at the very end would be cut off.
  const isNamed = (year: number) => line.at(Date.UTC(year, 0)) < 90;
  const grace = ends + eligibility.grace_days * DAY;
  const bar = ({ kind, name, start, stop, text, spoken = text }: Bar) => (
    <li key={name}>
      <span>{name}</span>
      <svg aria-hidden="true">
        {line.years.map((year) => (
          <line
            key={year}
            className="year"
            x1={pct(line.at(Date.UTC(year, 0)))}
            x2={pct(line.at(Date.UTC(year, 0)))}
            y2="28"
          />
        ))}
        <rect
          className={kind}
          x={pct(line.at(start))}
          y="6"
          width={pct(line.at(stop) - line.at(start))}
          height="16"
          rx="2"
        />
        {kind === "window" && (
          <rect
            className="grace"
            x={pct(line.at(stop))}
            y="6"
            width={pct(line.at(grace) - line.at(stop))}
            height="16"
          />
        )}
        <line className="today" x1={pct(line.at(now))} x2={pct(line.at(now))} y2="28" />
        <text
          y="18"
          {...(line.at(stop) > FAR
            ? { x: pct(line.at(start)), dx: "-6", textAnchor: "end" }
            : { x: pct(line.at(kind === "window" ? grace : stop)), dx: "6" })}
        >
          {/* In its own direction, which a picture that runs from the left would turn. */}
          {`\u2068${text}\u2069`}
        </text>
      </svg>
      <span className="sr">{spoken}</span>
    </li>
  );
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const windowStart = ends - eligibility.last_days * DAY;
  const windowEnd = ends - eligibility.first_days * DAY;
  const cover = (kind: Bar["kind"], name: string, last: string): Bar => ({
    kind,
    name,
    start: ends,
    stop: Date.parse(last),
    text: f.date(last),
  });
  const bars: Bar[] = [
    {
      kind: "standard",
      name: t("warranty.standardRow"),
      start: from,
      stop: ends,
      text: f.date(end),
      spoken: t("warranty.stripOf", { day: f.date(end) }),
    },
    ...(bought
      ? [cover("extended", t("warranty.extendedRow"), bought)]
      : [
          {
            kind: "window" as const,
            name: t("warranty.windowRow"),
            start: windowStart,
            stop: windowEnd,
            text: t("warranty.graceTo", { day: f.date(day(grace)) }),
            spoken: f.range(day(windowStart), day(windowEnd)),
          },
          ...plans.map((years) =>
            cover(years === chosen ? "extended" : "offered", t("leads.years", { n: years }), coverEnd(end, years)),
          ),
        ]),
  ];
  return (
    <figure className="ld-strip">
      <ul className="plain" dir="ltr">
        <li aria-hidden="true">
          <span />
          <svg>
            {line.years.filter(isNamed).map((year) => (
              <text key={year} x={pct(line.at(Date.UTC(year, 0)))} y="14">
                {year}
              </text>
            ))}
          </svg>
        </li>
        {bars.map(bar)}
      </ul>
      <figcaption>
        <span className="ld-key today">{t("warranty.todayIs", { day: f.date(day(now)) })}</span>
      </figcaption>
    </figure>
  );
}

/** What the odometer said at each visit, and from where on no warranty is sold. */
function Odometer({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const { params } = usePage<typeof leadGrammar, "id">();
  const { data } = leadsApi.useLeadBriefingQuery(params.id);
  const readings = data?.readings ?? [];
  const { most_km: most } = lead.eligibility;
  const now = lead.vehicle.odometer_km ?? readings.at(-1)?.km;
  if (now == null) return null;
  const scale = Math.max(most, now) * (1 + ROOM);
  const at = (km: number) => pct((km / scale) * 100);
  return (
    <figure className="ld-odometer">
      <div dir="ltr">
        <svg aria-hidden="true">
          <rect className="track" y="8" width="100%" height="4" rx="2" />
          <rect className="driven" y="8" width={at(now)} height="4" rx="2" />
          {readings.map(({ day, km }) => (
            <circle key={`${day} ${km}`} cx={at(km)} cy="10" r="4">
              <title>{`${f.date(day)}: ${t("lead.km", { n: f.number(km) })}`}</title>
            </circle>
          ))}
          <line className="limit" x1={at(most)} x2={at(most)} y1="2" y2="18" />
        </svg>
      </div>
      <figcaption>
        <span className="ld-key limit">{t("warranty.limitKm", { n: f.number(most) })}</span>
        {readings.length > 0 && (
          <span>
            {t("warranty.readings", {
              n: readings.length,
              from: f.date(readings[0]!.day),
              to: f.date(readings.at(-1)!.day),
            })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
