/** How alerts are written: their rule, their state, their values. */
import { Pill } from "../../../components";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { Alert } from "./api";

const TONES = { armed: "quiet", firing: "bad", acknowledged: "warn", resolved: "good" } as const;

/** The state of an alert, or that it is paused. */
export function State({ alert }: { alert: Pick<Alert, "state" | "active"> }) {
  const t = useText();
  return alert.active ? (
    <Pill tone={TONES[alert.state]}>{t(`alerts.s.${alert.state}`) /* i18n: alerts.s.* */}</Pill>
  ) : (
    <Pill tone="quiet">{t("alerts.paused")}</Pill>
  );
}

/** Writers of an alert's values. */
export function useWords(alert: Alert) {
  const t = useText();
  const f = useFormat();
  const currency = alert.last?.currency ?? "INR";
  const value = (number: number | null | undefined) =>
    number == null ? "—" : figureText(number, alert.unit, currency, f);
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
