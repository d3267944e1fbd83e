/** What the filters of reports offer. */

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
