/** How the numbers of an explanation are written. */
import { figureText, type Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";
import type { Explanation, Part } from "./api";

/** What a part is called. */
export function partText(part: Part, by: string, names: Intl.DisplayNames, t: TextFunction): string {
  if (part.value === "*") return t("explain.rest");
  if (by === "channel") return t(`channel.${part.value}`); // i18n: channel.*
  if (by === "language") return names.of(part.value) ?? part.value;
  return part.label || t(by === "outlet" ? "explain.noOutlet" : "explain.noIntent");
}

/** A change with its sign, in the unit of the figure: points of a rate. */
export function changeText(change: number, { unit, currency }: Explanation, f: Formatter, t: TextFunction): string {
  const sign = change > 0 ? "+" : change < 0 ? "−" : "";
  const size = Math.abs(change);
  const digits = unit === "count" ? 0 : 2;
  const text = unit === "money" ? f.money(size, currency, digits) : f.number(size, { digits });
  // A sign precedes its number in every direction of writing.
  const signed = `\u2066${sign}${text}\u2069`;
  return unit === "percent" ? t("reports.pp", { n: signed }) : signed;
}

/** What was and what is, from left to right in every language. */
export const pairText = (then: string, now: string) => `\u2066${then} → ${now}\u2069`;

/** A value of the figure. */
export const valueText = (value: number | null, { unit, currency }: Explanation, f: Formatter) =>
  figureText(value, unit, currency, f);

/** What a part was and is: its rate, or its number. */
export function rateText(num: number, den: number | null, { unit, currency }: Explanation, f: Formatter): string {
  if (den === null) return f.number(num);
  const value = den ? num / den : null;
  if (unit === "percent") return f.percent(value === null ? null : value * 100);
  return unit === "money" ? f.money(value === null ? null : value / 1e6, currency) : f.number(value, { digits: 2 });
}
