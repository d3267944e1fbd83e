/** Conditions in the reader's words. */
import { codeWords } from "../lib/codes";
import { GIVEN, kindOf, readCondition, type Comparison, type Known } from "../lib/conditions";
import { useFormat, useText } from "../lib/i18n";

/** A value that a variable can have. */
export interface Choice {
  value: string;
  label: string;
}

const UNKNOWN: Known = { types: new Map(), zone: "", isLoose: true };
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];
const TIMED: readonly Comparison[] = ["more", "at_least", "less", "at_most"];
const TIME = /^\d\d:\d\d$/;

/** What variables, comparisons and whole conditions are called; without types conditions are only read. */
export function useConditionText(
  known: Known = UNKNOWN,
  choicesOf: (variable: string, op: Comparison) => Choice[] | null = () => null,
) {
  const t = useText();
  const f = useFormat();
  const variable = (name: string): string =>
    // i18n: conditions.v.*
    (GIVEN as readonly string[]).includes(name) ? t(`conditions.v.${name.replace(".", "_")}`) : codeWords(name);
  const choices = (name: string, op: Comparison): Choice[] | null =>
    op === "weekday"
      ? WEEKDAYS.map((day) => ({ value: String(day), label: f.weekday((day + 6) % 7, "long") }))
      : choicesOf(name, op);
  const isTimed = (name: string, op: Comparison, value: string) =>
    TIMED.includes(op) && (known.isLoose ? TIME.test(value) : kindOf(name, known) === "time");
  // i18n: conditions.s.*
  const sentence = (name: string, op: Comparison, value: string, text: string): string =>
    t(`conditions.s.${isTimed(name, op, value) ? `time_${op}` : op}`, {
      variable: name && variable(name),
      value: text,
    });
  /** What is compared by, without the two sides. */
  const comparison = (name: string, op: Comparison): string =>
    t(`conditions.s.${isTimed(name, op, "") ? `time_${op}` : op}`, { variable: "", value: "" })
      .replace(/\s+/g, " ")
      .replace(/:\s*$/, "")
      .trim();
  /** A condition as a sentence; one that rows cannot show as it is written. */
  const words = (source: string): string => {
    const rows = readCondition(source, known);
    if (!rows || rows.length === 0) return source;
    const groups: string[][] = [];
    for (const { join, variable: name, op, values } of rows) {
      const options = choices(name, op);
      const value = values.map((value) => options?.find((choice) => choice.value === value)?.label ?? value);
      if (join === "or" || groups.length === 0) groups.push([]);
      groups.at(-1)!.push(sentence(name, op, values[0] ?? "", f.list(value, "disjunction")));
    }
    return f.list(
      groups.map((group) => f.list(group)),
      "disjunction",
    );
  };
  return { known, variable, choices, comparison, words };
}
