/** How the values of figures are written. */
import type { ReactNode } from "react";
import { figureText, type Formatter } from "../../../lib/format";
import { codeWords } from "../../../lib/codes";
import type { TextFunction } from "../../../lib/messages";
import { stepText } from "../filters/steps";
import type { Figure, FigureLesson, Report } from "../standard/api";
import { entryOf } from "../../../lib/entryOf";

export type Column = Figure["columns"][number];

/** What writing a value takes. */
export interface Writer {
  f: Formatter;
  t: TextFunction;
  names: Intl.DisplayNames;
  data: Pick<Report, "filters" | "currency" | "markers">;
  labels: Readonly<Record<string, string>>;
  /** The catalogue that has the heads of its columns. */
  heads: string;
}

/** What every picture is drawn from. */
export interface Drawn {
  figure: Figure;
  title: string;
  writer: Writer;
  /** What can be done about a row that was not understood, where the page has it. */
  drawLesson?: ((lesson: FigureLesson) => ReactNode) | undefined;
}

const TIME = /T\d\d:/;

/** A number in its unit; no value is a dash. */
export function numberText(
  unit: Column["unit"],
  value: number | null,
  { f, data }: Pick<Writer, "f" | "data">,
): string {
  // A whole ratio needs no digits; texts and dates are no numbers.
  const isCount = unit === "text" || unit === "date" || (unit === "ratio" && (value ?? 0) % 1 === 0);
  return figureText(value, isCount ? "count" : unit, data.currency, f);
}

/** A value as its column says. */
export function valueText(column: Column, value: unknown, writer: Writer): string {
  const { f, t, names, data, labels } = writer;
  if (typeof value === "number") return numberText(column.unit, value, writer);
  if (value === null && column.of === "place") return "";
  if (typeof value !== "string" || value === "") return f.number(null);
  if (column.of === "day") return f.day(value);
  if (column.unit === "date")
    return TIME.test(value) && data.filters.g !== "hour"
      ? f.dateTime(value, data.filters.zone)
      : stepText(column.id === "week" ? "day" : data.filters.g, value, data.filters.zone, f);
  if (column.of === "intent") return entryOf(labels, value) ?? codeWords(value);
  if (column.of === "code") return codeWords(value);
  if (column.of === "step") return entryOf(labels, value) ?? value;
  if (column.of === "channel") return t(`channel.${value}`); // i18n: channel.*
  if (column.of === "language") return names.of(value) ?? value;
  if (column.of === "group") return t(`reports.${value}`); // i18n: reports.service reports.sales reports.psf
  if (column.of === "outcome") return t(`reports.o.${value}`); // i18n: reports.o.*
  if (column.of === "split") return t(`${writer.heads}.c.${value}`);
  if (column.of === "metric") return t(`reports.k.${value}`); // i18n: reports.k.*
  if (column.of === "stage" && value === "*") return t("data.other");
  if (column.of === "weekday") return f.weekday(Number(value));
  if (column.of === "rating") return t(`${writer.heads}.stars`, { n: Number(value) });
  // i18n: figures.cause.* figures.origin.* figures.period.* figures.stars
  // i18n: speech.dialled.* speech.speaker.* speech.recording.*
  if (["cause", "origin", "period", "dialled", "speaker", "recording"].includes(column.of))
    return t(`${writer.heads}.${column.of}.${value}`);
  // i18n: sources.s.* sources.k.* sources.r.* sources.q.* sources.every.*
  // i18n: sources.dk.* sources.dr.* sources.df.* sources.dm.*
  if (column.of.startsWith("sources.")) return t(`${column.of}.${value}`);
  return value;
}

/** The head of a column: an hour, a number of times or of weeks is its own name. */
export function headText(
  column: Column,
  index: number,
  { t, labels, heads }: Pick<Writer, "t" | "labels" | "heads">,
): string {
  if (column.of === "metric" && index > 0) return t(`reports.k.${column.id}`); // i18n: reports.k.*
  if (column.of === "cause" && index > 0) return t(`${heads}.cause.${column.id}`); // i18n: figures.cause.*
  if (column.of === "step" && index > 0) return entryOf(labels, column.id) ?? column.id;
  if (column.of === "hour" || column.of === "times") return column.id;
  if (column.of === "week") return index === 2 ? t(`${heads}.c.w0`) : `+${index - 2}`;
  return t(`${heads}.c.${column.id}`); // i18n: figures.c.* docreport.c.* speech.c.*
}
