import { entryOf } from "./entryOf";
import type { Locale } from "./session";

/** A message: a sentence, or its plural forms by Intl category. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The messages of one area. */
export type Messages = Readonly<Record<string, Message>>;

/** Values to put into a message. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Translate a key `area.name` with values. */
export type TextFunction = (key: string, values?: TextValues) => string;

const loaded = new Map<string, Messages>();

/** The locale handed to Intl: Indian grouping for English and Hindi, Latin digits everywhere. */
export const INTL: Readonly<Record<Locale, string>> = { en: "en-IN", hi: "hi-IN-u-nu-latn", ar: "ar-u-nu-latn" };

/** Keep an area's messages for a language. */
export function addMessages(locale: Locale, area: string, messages: Messages): void {
  loaded.set(`${locale}/${area}`, messages);
}

/** Tell whether an area's messages are here already. */
export const hasMessages = (locale: Locale, area: string): boolean => loaded.has(`${locale}/${area}`);

/** The raw pattern of a key, its plural form chosen; the key itself when there is none. */
export function pattern(locale: Locale, key: string, values?: TextValues): string {
  const dot = key.indexOf(".");
  const message = entryOf(loaded.get(`${locale}/${key.slice(0, dot)}`), key.slice(dot + 1));
  if (message === undefined) return key;
  if (typeof message === "string") return message;
  const n = typeof values?.n === "number" ? values.n : 0;
  return message[plural(locale).select(n)] ?? message.other ?? key;
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const LTR = /[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\u0900-\u0dff]/;

/** A value written in the other direction than the sentence keeps its own order, and the sentence keeps its own too. */
const isolated = (locale: Locale, value: string): string =>
  (locale === "ar" ? LTR : RTL).test(value) && !value.startsWith("\u2068") ? `\u2068${value}\u2069` : value;

/** A translator for one language. */
export function translator(locale: Locale): TextFunction {
  return (key, values) =>
    pattern(locale, key, values).replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values?.[name];
      return value === undefined
        ? whole
        : typeof value === "number"
          ? number(locale).format(value)
          : isolated(locale, value);
    });
}

const rules = new Map<Locale, Intl.PluralRules>();
const numbers = new Map<Locale, Intl.NumberFormat>();

function plural(locale: Locale): Intl.PluralRules {
  let rule = rules.get(locale);
  if (!rule) rules.set(locale, (rule = new Intl.PluralRules(INTL[locale])));
  return rule;
}

function number(locale: Locale): Intl.NumberFormat {
  let format = numbers.get(locale);
  if (!format) numbers.set(locale, (format = new Intl.NumberFormat(INTL[locale])));
  return format;
}
