/** The warranty of a vehicle along one line of time, and whether it can be extended. */
import { Card, Icon, PageLink } from "../../components";
import { Facts } from "../../components/Facts";
import { pct } from "../../components/charts/scale";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { useDaysLeft } from "./cells";
import type { LeadDetail } from "./types";

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const STANDARD_YEARS = 3;

/** The last day of a plan. */
const coverEnd = (end: string, years: number) => `${Number(end.slice(0, 4)) + years}${end.slice(4)}`;

/** The card. */
export function Warranty({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const daysLeft = useDaysLeft();
  const { vehicle, eligibility } = lead;
  return (
    <Card
      title={t("leads.warranty")}
      aside={
        lead.vehicle_id && (
          <PageLink to={`/admin/masters/vehicles/${lead.vehicle_id}`}>{t("leads.serviceHistory")}</PageLink>
        )
      }
    >
      <Strip lead={lead} />
      <Facts
        items={[
          [
            t("leads.coverEnds"),
            <span key="e">
              {f.date(vehicle.warranty_end)}{" "}
              {lead.days_left !== null && <span className="quiet">{daysLeft(lead.days_left)}</span>}
            </span>,
          ],
          [t("leads.extendedEnd"), f.date(vehicle.extended_warranty_end)],
          [
            t("leads.odometer"),
            vehicle.odometer_km === null
              ? f.number(null)
              : t("leads.kmOf", { n: f.number(vehicle.odometer_km), most: f.number(eligibility.most_km) }),
          ],
        ]}
      />
      <p className={eligibility.eligible ? "ld-eligible" : "ld-eligible not"}>
        <Icon name={eligibility.eligible ? "circle-check" : "circle-alert"} size={16} />{" "}
        {eligibility.eligible ? (
          <>
            <strong>{t("leads.eligible")}</strong>{" "}
            {eligibility.until && t("leads.eligibleUntil", { day: f.date(eligibility.until) })}
          </>
        ) : (
          <>
            <strong>{t("leads.notEligible")}</strong>{" "}
            {f.list(
              eligibility.because.map(
                (code) =>
                  t(`leads.n.${code}`, {
                    days: eligibility.last_days,
                    km: f.number(eligibility.most_km),
                    has: f.number(eligibility.odometer_km),
                  }) /* i18n: leads.n.* */,
              ),
            )}
          </>
        )}
      </p>
    </Card>
  );
}

/** Standard and extended warranty, and today. Time runs from the left in every language. */
function Strip({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const end = lead.vehicle.warranty_end;
  if (!end) return null;
  const years = lead.plan_years ?? 0;
  const from = lead.vehicle.sale_date ? Date.parse(lead.vehicle.sale_date) : Date.parse(end) - STANDARD_YEARS * YEAR;
  const last = Math.max(Date.parse(years ? coverEnd(end, years) : end), Date.parse(session.now)) + 30 * DAY;
  const at = (time: number) => ((time - from) / (last - from)) * 100;
  const split = at(Date.parse(end));
  const now = Math.max(0, Math.min(100, at(Date.parse(session.now))));
  return (
    <figure className="ld-strip" dir="ltr">
      <svg role="img" aria-label={t("leads.stripOf", { day: f.date(end) })}>
        <rect className="standard" y="8" width={pct(split)} height="16" />
        {years > 0 && (
          <rect
            className="extended"
            x={pct(split)}
            y="8"
            width={pct(at(Date.parse(coverEnd(end, years))) - split)}
            height="16"
          />
        )}
        <line className="today" x1={pct(now)} x2={pct(now)} y1="2" y2="30" />
      </svg>
      <figcaption>
        <span className="ld-key standard">{t("leads.standard", { day: f.date(end) })}</span>
        {years > 0 && (
          <span className="ld-key extended">
            {t("leads.extended", { plan: t("leads.years", { n: years }), day: f.date(coverEnd(end, years)) })}
          </span>
        )}
        <span className="ld-key today">{t("leads.today")}</span>
      </figcaption>
    </figure>
  );
}
