/** How alerts are written: their rule, their state, their values. */
import { Pill } from "../../../components";
import { figureText, type Formatter } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import type { Alert } from "./api";

const TONES = { armed: "quiet", firing: "bad", acknowledged: "warn", resolved: "good" } as const;

/** What a state is called. */
export const stateText = (state: Alert["state"] | "paused", t: TextFunction) =>
  state === "paused" ? t("alerts.paused") : t(`alerts.s.${state}`); // i18n: alerts.s.*

/** The state of an alert, or that it is paused. */
export function State({ alert }: { alert: Pick<Alert, "state" | "active"> & { paused_for?: string } }) {
  const t = useText();
  const state = alert.active ? alert.state : "paused";
  return (
    <Pill tone={state === "paused" ? (alert.paused_for ? "warn" : "quiet") : TONES[state]}>{stateText(state, t)}</Pill>
  );
}

/** A value of an alert, or that there is none. */
export const valueText = (number: number | null | undefined, unit: Alert["unit"], currency: string, f: Formatter) =>
  number == null ? f.number(null) : figureText(number, unit, currency, f);

/** Writers of an alert's values. */
export function useWords(alert: Alert) {
  const t = useText();
  const f = useFormat();
  const currency = alert.last?.currency ?? "INR";
  const value = (number: number | null | undefined) => valueText(number, alert.unit, currency, f);
  const limit =
    alert.op === "anomaly"
      ? f.number(alert.threshold)
      : alert.op === "above" || alert.op === "below"
        ? value(alert.threshold)
        : alert.unit === "percent"
          ? t("reports.pp", { n: f.number(alert.threshold) })
          : f.percent(alert.threshold, 0);
  return {
    value,
    metric: t(`reports.k.${alert.metric}`), // i18n: reports.k.*
    // i18n: alerts.r.*
    rule: t(`alerts.r.${alert.op}`, { limit, window: t(`alerts.w.${alert.window}`) /* i18n: alerts.w.* */ }),
  };
}
