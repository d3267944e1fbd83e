/** What a number should have come to, and whether it has. */
import { Icon } from "../../../components";
import { figureText } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { Shape } from "../../../api";

type Card = Shape<"Card">;

/** The line below a value; words and a mark say the same. */
export function Attainment({
  target,
  unit,
  currency,
}: {
  target: NonNullable<Card["target"]>;
  unit: Card["unit"];
  currency: string;
}) {
  const t = useText();
  const f = useFormat();
  const value = figureText(target.value, unit, currency, f);
  return (
    <p className={`kt ${target.met ? "good" : "bad"}`}>
      <Icon name={target.met ? "circle-check" : "circle"} size={14} />{" "}
      {t(target.prorated ? "reports.targetPart" : "reports.target", { value })}{" "}
      <b>
        {target.attained === null
          ? t(target.met ? "reports.targetMet" : "reports.targetMissed")
          : f.percent(target.attained)}
      </b>
      {target.attained !== null && (
        <span className="sr">{t(target.met ? "reports.targetMet" : "reports.targetMissed")}</span>
      )}
    </p>
  );
}
