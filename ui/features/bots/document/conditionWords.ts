/** Conditions in words: what variables and their values are called, and a whole condition as a sentence. */
import { useFormat, useText } from "../../../lib/i18n";
import { GIVEN, kindOf, knownOf, readCondition, type Comparison, type Known } from "./conditions";
import { useLanguageName } from "./editor";
import { firstText, nodeLabel } from "./outline";
import { textLanguages, type FlowDocument } from "./types";

interface Choice {
  value: string;
  label: string;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];
const UNKNOWN: Known = { types: new Map(), zone: "", isLoose: true };
const CHANNELS = ["whatsapp", "web"];

/** The words for the conditions of a document; without one for conditions that are only read. */
export function useConditionWords(document: FlowDocument | null, language: string) {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const known = document ? knownOf(document) : UNKNOWN;
  const variable = (name: string): string =>
    // i18n: conditions.v.*
    (GIVEN as readonly string[]).includes(name)
      ? t(`conditions.v.${name.replace(".", "_")}`)
      : nodeLabel(name);
  /** The values that a variable can have, where they are few. */
  const choices = (name: string, op: Comparison): Choice[] | null => {
    if (op === "weekday") return WEEKDAYS.map((day) => ({ value: String(day), label: f.weekday((day + 6) % 7, "long") }));
    if (name === "channel") return CHANNELS.map((value) => ({ value, label: t(`flow.channel.${value}`) }));
    if (!document) return null;
    if (name === "language") return textLanguages(document).map((value) => ({ value, label: languageName(value) }));
    const entity = document.entities?.[known.types.get(name) ?? ""];
    if (entity)
      return Object.entries(entity.values).map(([value, words]) => ({
        value,
        label: (words[language] ?? Object.values(words)[0])?.[0] ?? nodeLabel(value),
      }));
    const options = Object.values(document.nodes).flatMap(({ type, save, options: own }) =>
      type === "choice" && save === name ? (own ?? []) : [],
    );
    return options.length > 0
      ? [...new Map(options.map(({ id, label }) => [id, { value: id, label: firstText(label, language) || id }])).values()]
      : null;
  };
  const sentence = (name: string, op: Comparison, value: string): string =>
    // i18n: conditions.s.*
    t(`conditions.s.${isTimed(name, op, known) || (known.isLoose && isTimeOf(op, value)) ? `time_${op}` : op}`, {
      variable: variable(name),
      value,
    });
  /** What is compared by, without the two sides. */
  const comparison = (name: string, op: Comparison): string =>
    t(`conditions.s.${isTimed(name, op, known) ? `time_${op}` : op}`, { variable: "", value: "" })
      .replace(/\s+/g, " ")
      .replace(/[:：]\s*$/, "")
      .trim();
  /** A condition as a sentence; one that rows cannot show as it is written. */
  const words = (source: string): string => {
    const rows = readCondition(source, known);
    if (!rows || rows.length === 0) return source;
    const groups: string[][] = [];
    for (const { join, variable: name, op, values } of rows) {
      const named = choices(name, op);
      const value = values.map((one) => named?.find((choice) => choice.value === one)?.label ?? one);
      const said = sentence(name, op, f.list(value, "disjunction"));
      if (join === "or" || groups.length === 0) groups.push([]);
      groups.at(-1)!.push(said);
    }
    return f.list(
      groups.map((group) => f.list(group)),
      "disjunction",
    );
  };
  return { known, variable, choices, comparison, words };
}

const TIMED: readonly Comparison[] = ["more", "at_least", "less", "at_most"];
const isTimed = (name: string, op: Comparison, known: Known) => kindOf(name, known) === "time" && TIMED.includes(op);
const isTimeOf = (op: Comparison, value: string) => TIMED.includes(op) && /^\d\d:\d\d$/.test(value);
