import { createContext, Fragment, useContext, useMemo, type ReactNode } from "react";
import { formatter, type Formatter } from "./format";
import { pattern, translator, type TextFunction, type TextValues } from "./messages";
import type { Locale } from "./session";

interface Reader {
  locale: Locale;
  t: TextFunction;
  f: Formatter;
}

const ReaderContext = createContext<Reader | null>(null);

/** Gives everything below it the reader's language, zone and clock. */
export function ReaderProvider({
  locale,
  zone,
  now,
  children,
}: {
  locale: Locale;
  zone: string;
  now: string;
  children: ReactNode;
}) {
  const reader = useMemo(
    () => ({ locale, t: translator(locale), f: formatter(locale, zone, now) }),
    [locale, zone, now],
  );
  return <ReaderContext value={reader}>{children}</ReaderContext>;
}

function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error("Text and formats need a ReaderProvider above them.");
  return reader;
}

/** The translator of the reader's language. */
export const useText = (): TextFunction => useReader().t;
/** Number and date formatters of the reader. */
export const useFormat = (): Formatter => useReader().f;
/** The reader's language. */
export const useLocale = (): Locale => useReader().locale;

/** A sentence with elements in it: `{name}` is replaced by `values.name`. */
export function Text({
  id,
  values,
  count,
}: {
  id: string;
  values: Readonly<Record<string, ReactNode>>;
  count?: number;
}) {
  const { locale, f } = useReader();
  const plural: TextValues = count === undefined ? {} : { n: count };
  return pattern(locale, id, plural)
    .split(/(\{\w+\})/)
    .map((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part;
      const value = Object.hasOwn(values, name)
        ? values[name]
        : name === "n" && count !== undefined
          ? f.number(count)
          : part;
      return <Fragment key={index}>{value}</Fragment>; // Parts of a sentence never move, so the index is a fine key.
    });
}
