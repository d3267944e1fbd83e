import { INTL } from "./messages";
import type { Locale } from "./session";

/** What a missing value looks like: never a zero. */
export const DASH = "—";

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.ListFormat | Intl.RelativeTimeFormat>();

// Making an Intl object costs far more than using it, so each is made once.
function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.ListFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  let format = cache.get(key) as T | undefined;
  if (!format) cache.set(key, (format = make()));
  return format;
}

type Maybe<T> = T | null | undefined;
/**
 * Right to left a price is an island of its own: its sign may end in letters, and what follows would tear “US$” apart.
 */
const island = (price: string) => (price.startsWith("\u200f") ? `\u2067${price}\u200e\u2069` : price);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Formatters for one reader: language, time zone and the session's clock. */
export function formatter(locale: Locale, zone: string, now: string) {
  const tag = INTL[locale];
  const comma = locale === "ar" ? "، " : ", ";
  const num = (o: Intl.NumberFormatOptions) =>
    cached(`n${tag}${JSON.stringify(o)}`, () => new Intl.NumberFormat(tag, o));
  const day = (value: string, o: Intl.DateTimeFormatOptions, inZone = zone) => {
    const plain = DAY.test(value);
    const timeZone = plain ? "UTC" : inZone;
    return cached(
      `d${tag}${timeZone}${JSON.stringify(o)}`,
      () => new Intl.DateTimeFormat(tag, { ...o, timeZone }),
    ).format(new Date(plain ? `${value}T00:00:00Z` : value));
  };
  const SHORT = { day: "numeric", month: "short" } as const;
  const LONG = { ...SHORT, year: "numeric" } as const;
  const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const unit = (value: number, name: string, digits = 0) =>
    num({ style: "unit", unit: name, unitDisplay: "narrow", maximumFractionDigits: digits }).format(value);

  const self = {
    number: (v: Maybe<number>, o: { digits?: number } = {}) =>
      v == null ? DASH : num({ minimumFractionDigits: o.digits ?? 0, maximumFractionDigits: o.digits ?? 2 }).format(v),
    percent: (v: Maybe<number>, digits = 1) =>
      v == null
        ? DASH
        : num({ style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(v / 100),
    money: (v: Maybe<number>, currency: string, digits?: number) =>
      v == null
        ? DASH
        : island(
            num({
              style: "currency",
              currency,
              currencyDisplay: "narrowSymbol",
              ...(digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
            }).format(v),
          ),
    compact: (v: Maybe<number>) =>
      v == null ? DASH : num({ notation: "compact", maximumFractionDigits: 1 }).format(v),
    date: (v: Maybe<string>, inZone?: string) => (v ? day(v, LONG, inZone) : DASH),
    day: (v: Maybe<string>, inZone?: string) => (v ? day(v, SHORT, inZone) : DASH),
    month: (v: Maybe<string>, inZone?: string) => (v ? day(v, { month: "long", year: "numeric" }, inZone) : DASH),
    time: (v: Maybe<string>, inZone?: string) => (v ? day(v, CLOCK, inZone) : DASH),
    dateTime: (v: Maybe<string>, inZone?: string) =>
      v ? `${day(v, LONG, inZone)}${comma}${day(v, CLOCK, inZone)}` : DASH,
    /** Weekday 0 is Monday. */
    weekday: (index: number, width: "short" | "long" | "narrow" = "short") =>
      day(`2024-01-0${index + 1}`, { weekday: width }),
    range: (from: string, to: string) =>
      from === to
        ? self.date(from)
        : `${from.slice(0, 4) === to.slice(0, 4) ? self.day(from) : self.date(from)} – ${self.date(to)}`,
    duration: (ms: Maybe<number>) => {
      if (ms == null) return DASH;
      const s = Math.round(ms / 1000);
      if (ms < 1000) return unit(Math.round(ms), "millisecond");
      if (s < 60) return unit(s, "second");
      if (s < 3600)
        return s % 60 ? `${unit(Math.floor(s / 60), "minute")} ${unit(s % 60, "second")}` : unit(s / 60, "minute");
      const m = Math.round(s / 60);
      return m % 60 ? `${unit(Math.floor(m / 60), "hour")} ${unit(m % 60, "minute")}` : unit(m / 60, "hour");
    },
    /** Relative to the session's clock, so that both sides say the same. */
    ago: (v: Maybe<string>) => {
      if (!v) return DASH;
      // What was done since the page came was done now, not in the future.
      const seconds = Math.min(0, (Date.parse(v) - Date.parse(now)) / 1000);
      const steps: [number, Intl.RelativeTimeFormatUnit][] = [
        [86400, "day"],
        [3600, "hour"],
        [60, "minute"],
      ];
      // Less than a minute ago is "now": nobody acts on the seconds, and they differ with each look.
      const [size, name] = steps.find(([step]) => Math.abs(seconds) >= step) ?? [60, "second" as const];
      return cached(`r${tag}`, () => new Intl.RelativeTimeFormat(tag, { numeric: "auto" })).format(
        Math.trunc(seconds / size),
        name,
      );
    },
    /** Between the values of a list that has no last word such as “and”. */
    comma,
    list: (values: readonly string[], type: "conjunction" | "disjunction" = "conjunction") =>
      cached(`l${tag}${type}`, () => new Intl.ListFormat(tag, { type })).format(values),
    bytes: (v: Maybe<number>) =>
      v == null
        ? DASH
        : v < 1e3
          ? unit(v, "byte", 0)
          : v < 1e6
            ? unit(v / 1e3, "kilobyte", 1)
            : unit(v / 1e6, "megabyte", 1),
  };
  return self;
}

/** Every formatter of a reader. */
export type Formatter = ReturnType<typeof formatter>;

/** A figure in its unit; nothing to divide by is a dash, never zero. */
export function figureText(
  value: number | null,
  unit: "count" | "percent" | "money" | "score" | "ratio" | "duration",
  currency: string,
  f: Formatter,
): string {
  if (unit === "percent") return f.percent(value);
  if (unit === "money") return f.money(value, currency, 2);
  if (unit === "duration") return f.duration(value);
  return f.number(value, unit === "score" || unit === "ratio" ? { digits: 2 } : {});
}
