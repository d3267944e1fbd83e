/** What was pasted, read as lines or as columns, with what only a person can say about it. */
import { useState } from "react";
import { useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import {
  cellsOf,
  headingOf,
  intentIn,
  isClear,
  rolesOf,
  separatorsOf,
  spokenIn,
  type Role,
  type Separator,
} from "./columns";
import { bare, pastedLines } from "./phrases";

interface Reading {
  separator?: Separator;
  heading?: boolean;
  roles?: Readonly<Record<number, Role>>;
}

/** A phrase with what its row says of it; a cell that names nothing of the bot is `no…`. */
export interface PastedLine {
  key: string;
  text: string;
  /** Its row as it was pasted. */
  source: string;
  intent?: string;
  noIntent?: string;
  language?: string;
  noLanguage?: string;
}

const asLine = (text: string): PastedLine => ({ key: bare(text), text, source: text });

/** The lines of a text as far as it is clear what they are, and what has to be asked until then. */
export function usePasted(text: string) {
  const { document, language } = useEditor();
  const nameOf = useLanguageName();
  const [reading, setReading] = useState<Reading>({});
  const separators = separatorsOf(text);
  const separator =
    separators.length === 1 ? separators[0] : separators.find((possible) => possible === reading.separator);
  const spoken = (cell: string) => spokenIn(document, cell, nameOf);
  const intentOf = (cell: string) => intentIn(document, cell, language);
  const all = separator ? cellsOf(text, separator) : [];
  const headed = all[0] ? headingOf(all[0]) : null;
  const heading = reading.heading ?? headed !== null;
  const rows = heading ? all.slice(1) : all;
  const first =
    heading && headed
      ? headed
      : rolesOf(
          rows,
          (cell) => !!spoken(cell),
          (cell) => !!intentOf(cell),
        );
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const roles = Array.from({ length: width }, (_, at): Role => reading.roles?.[at] ?? first[at] ?? "none");
  const cellOf = (row: readonly string[], role: Role) => row[roles.indexOf(role)] ?? "";

  const lineOf = (row: readonly string[]): PastedLine => {
    const [phrase, intent, tongue] = [cellOf(row, "phrase"), cellOf(row, "intent"), cellOf(row, "language")];
    const [to, code] = [intent && intentOf(intent), tongue && spoken(tongue)];
    return {
      key: `${bare(phrase)}\t${intent}`,
      text: phrase,
      source: row.join("\t"),
      ...(intent && (to ? { intent: to } : { noIntent: intent })),
      ...(tongue && (code ? { language: code } : { noLanguage: tongue })),
    };
  };
  const ofRows = () => [
    ...new Map(
      rows
        .map(lineOf)
        .filter((line) => line.text !== "")
        .map((line) => [line.key, line] as const),
    ).values(),
  ];
  const lines = separator === "" ? pastedLines(text).map(asLine) : separator && isClear(roles) ? ofRows() : [];
  return {
    lines,
    separators,
    separator,
    rows,
    roles,
    heading,
    /** Whether a person has to say how it is read before anything can be added. */
    isAsked: text.trim() !== "" && (separator === undefined || (separator !== "" && !isClear(roles))),
    setSeparator: (way: Separator) => setReading({ separator: way }),
    setRole: (column: number, role: Role) => setReading({ ...reading, roles: { ...reading.roles, [column]: role } }),
    setHeading: (is: boolean) => setReading({ ...reading, heading: is }),
    /** Read what is left as before, without its heading; forget all of it where nothing is left. */
    keepReading: (left: boolean) =>
      setReading(left && separator ? { separator: "\t", heading: false, roles: { ...roles } } : {}),
  };
}
