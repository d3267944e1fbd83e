/** How a card's figures are written for the reader. */
import { figureText, type Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";
import type { Shape } from "../../../api";

/** A key figure as the API answers it. */
type Card = Shape<"Card">;

/** The size of a change without its sign. */
export function deltaText(delta: number | null, unit: Card["delta_unit"], f: Formatter, t: TextFunction): string {
  if (unit === "new") return t("reports.new");
  if (delta === null || unit === "none" || unit === "unmeasured") return "";
  const size = Math.abs(delta);
  if (unit === "count") return f.number(size);
  return unit === "pp" ? t("reports.pp", { n: f.number(size, { digits: 1 }) }) : f.percent(size);
}

/** Below so many a rate is shown as a count of a count. */
export const SMALL = 30;

/** Whether a rate rests on so little that it is shown as a count of a count. */
export const isFew = (card: Card) =>
  card.unit === "percent" && card.value !== null && card.den !== null && card.marks.includes("small");

/** A rate as it is read: of so little that a percentage would mislead, a count of a count. */
export function shareText(
  { value, num, den, few }: { value: number | null; num: number | null; den: number | null; few: boolean },
  f: Formatter,
  t: TextFunction,
): string {
  return few && value !== null ? t("common.outOf", { num: f.number(num), den: f.number(den) }) : f.percent(value);
}

/** A card's value in its unit. */
export function valueText(card: Card, currency: string, f: Formatter, t: TextFunction): string {
  return card.unit === "percent"
    ? shareText({ ...card, few: isFew(card) }, f, t)
    : figureText(card.value, card.unit, currency, f);
}

/** Of how many sessions a number is, where not all can have it. */
export function coverText({ measured: { n, of } }: Card, f: Formatter, t: TextFunction): string {
  return n === 0 ? t("reports.cover.none") : t("reports.cover.some", { n: f.number(n), of: f.number(of) });
}

/** The lines under a value: what it is made of, and of how many sessions where not all can have it. */
export function noteText(card: Card, currency: string, f: Formatter, t: TextFunction): string {
  const cover = card.measured.n < card.measured.of ? coverText(card, f, t) : "";
  if (card.value === null) return cover;
  const before = card.delta_unit === "unmeasured" && t("reports.n.unmeasured");
  return [partsText(card, currency, f, t), before, cover].filter(Boolean).join(" · ");
}

/** What a value is made of. */
function partsText(card: Card, currency: string, f: Formatter, t: TextFunction): string {
  if (card.id === "users_active" && card.new !== undefined) {
    return t("reports.n.users_active", { new: f.number(card.new), returning: f.number(card.returning) });
  }
  if (card.id === "cost_per_session")
    return t("reports.n.cost_per_session", { total: f.money(card.total ?? null, currency, 0) });
  if (card.unit === "duration" || (card.unit !== "count" && card.den === null))
    return t("reports.n.none", { n: f.number(card.num) });
  if (card.unit === "count") {
    if (card.delta_unit === "unmeasured") return "";
    return card.previous === null
      ? t("reports.n.none", { n: f.number(card.num) })
      : t("reports.n.previous", { previous: f.number(card.previous) });
  }
  if (isFew(card)) {
    // That nothing was measured before is said in place of it.
    if (card.delta_unit === "unmeasured") return "";
    return card.previous_num === null || !card.previous_den
      ? t("reports.n.few")
      : t("reports.n.fewBefore", { num: f.number(card.previous_num), den: f.number(card.previous_den) });
  }
  const parts = { num: f.number(card.num), den: f.number(card.den) };
  if (card.id === "csat") return t("reports.n.csat", parts);
  if (card.id === "fallback_rate") return t("reports.n.fallback_rate", parts);
  return t("reports.n.of", parts);
}
