/** What the filters of reports offer, and what was chosen in words. */
import type { Shape } from "../../../api";
import type { TextFunction } from "../../../lib/messages";

/** The group tabs, in order. */
export const GROUPS = ["overall", "service", "sales", "psf"] as const;

/** The range presets offered, in order. */
export const PRESETS = [
  "today",
  "recent",
  "last_7_days",
  "last_28_days",
  "this_month",
  "last_month",
  "this_year",
  "last_year",
  "all",
] as const;

/** The comparison periods offered, in order. */
export const COMPARISONS = ["prev", "wk", "py", "none"] as const;

/** Every channel a conversation can come from. */
export const CHANNELS = [
  "web",
  "whatsapp",
  "messenger",
  "instagram",
  "telegram",
  "slack",
  "voice",
  "sms",
  "rest",
  "openai",
] as const;

/** How long the steps of a series are. */
export const STEPS = ["auto", "hour", "day", "week", "month", "year"] as const;

/** Whose conversations are counted: customers', testers', or both. */
export const TRAFFIC = ["real", "test", "all"] as const;

/** Whether conversations at estimated times are counted. */
export const DATA = ["measured", "all"] as const;

export type Place = Shape<"PlaceOption">;

/** What a report can be narrowed to beside its bots, in the order of the menu. */
export const PLACES = ["parent", "city", "outlet"] as const;

/** Put in when absent, take out when present. */
export function toggled(list: readonly string[], value: string): string[] {
  return list.includes(value) ? list.filter((item) => item !== value) : [...list, value];
}

/** The chosen bots in words: the name of one, or how many; one that is gone by its number. */
export function botsText(chosen: readonly string[], bots: readonly { name: string }[], t: TextFunction): string {
  if (chosen.length === 0) return t("places.all");
  if (chosen.length > 1) return t("places.nBots", { n: chosen.length });
  return bots[0]?.name ?? t("places.unnamedBot", { id: chosen[0]! });
}

/** The chosen places in words: the name of one, or how many. */
export function placeText(places: readonly Place[], chosen: readonly string[], t: TextFunction): string {
  if (chosen.length === 0) return t("places.all");
  const names = places.filter(({ kind, id }) => chosen.includes(`${kind}:${id}`)).map(({ name }) => name);
  return chosen.length === 1 && names.length === 1 ? names[0]! : t("places.n", { n: chosen.length });
}
