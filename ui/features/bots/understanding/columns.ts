/** Pasted cells of a spreadsheet: how they can be read, and which column is what. */
import { entryOf } from "../../../lib/entryOf";
import { intentTitle } from "../document/outline";
import { phraseLanguages, type FlowDocument } from "../document/types";

/** What a column holds; nothing where that has to be asked. */
export type Role = "phrase" | "intent" | "language" | "none" | "";
export const ROLES = ["phrase", "intent", "language", "none"] as const;

/** What is between cells; nothing where each line is a phrase. */
export type Separator = "\t" | "," | ";" | "";

const HEADINGS: readonly (readonly [Role, RegExp])[] = [
  ["intent", /^(?:intents?( name)?|label|इंटेंट|आशय|مقصد|المقصد|القصد|النية)$/iu],
  ["phrase", /^(?:phrases?|text|utterances?|examples?|वाक्य|वाक्यांश|عبارة|العبارة|العبارات|النص)$/iu],
  ["language", /^(?:languages?|lang|locale|भाषा|لغة|اللغة)$/iu],
];

/** The rows of a text with quotes as sheets write them; rows without any word are left out. */
export function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const end = () => {
    rows.at(-1)!.push(cell.replace(/\s+/gu, " ").trim());
    cell = "";
  };
  const source = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at]!;
    if (quoted && letter === '"' && source[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (quoted || cell.trim() === "")) {
      quoted = !quoted;
      if (quoted) cell = "";
    } else if (!quoted && letter === separator) end();
    else if (!quoted && letter === "\n") {
      end();
      rows.push([]);
    } else cell += letter;
  }
  end();
  return rows.filter((row) => row.some(Boolean));
}

/** The ways to read a text: tabs are columns; commas and semicolons that each line has alike may be, which is asked. */
export function separatorsOf(text: string): Separator[] {
  if (text.trim().includes("\t")) return ["\t"];
  const possible = ([",", ";"] as const).filter((separator) => {
    const rows = cellsOf(text, separator);
    return rows.length > 1 && rows[0]!.length > 1 && rows.every((row) => row.length === rows[0]!.length);
  });
  const headed = possible.find((separator) => headingOf(cellsOf(text, separator)[0]!) !== null);
  return headed ? [headed] : ["", ...possible];
}

/** What a first row names its columns; null where it is a row like the others. */
export function headingOf(row: readonly string[]): Role[] | null {
  const roles = row.map((cell) => HEADINGS.find(([, words]) => words.test(cell))?.[0] ?? "none");
  const times = (role: Role) => roles.filter((other) => other === role).length;
  const isHeading = times("phrase") === 1 && times("intent") + times("language") > 0;
  return isHeading && times("intent") < 2 && times("language") < 2 ? roles : null;
}

/** The language that a cell names, by its code or its name; nothing where it names none. */
export function spokenIn(document: FlowDocument, cell: string, nameOf: (code: string) => string): string | undefined {
  const word = cell.toLowerCase().replaceAll("_", "-");
  const english = new Intl.DisplayNames(["en"], { type: "language" });
  return phraseLanguages(document).find(
    (code) =>
      [code, nameOf(code)].some((name) => name.toLowerCase() === word) ||
      (code !== "hi-Latn" && english.of(code)?.toLowerCase() === word),
  );
}

/** The intent that a cell names, by its name or its title; nothing where it names none. */
export function intentIn(document: FlowDocument, cell: string, language: string): string | undefined {
  if (entryOf(document.intents, cell)) return cell;
  const word = cell.toLowerCase();
  const names = Object.keys(document.intents ?? {}).filter(
    (name) => name.toLowerCase() === word || intentTitle(document, name, language).toLowerCase() === word,
  );
  return names.length === 1 ? names[0] : undefined;
}

/**
 * What each column is, as far as only one reading is possible: one of languages, one of intents, and one more is the
 * phrases. Anything else has to be asked.
 */
export function rolesOf(
  rows: readonly (readonly string[])[],
  isLanguage: (cell: string) => boolean,
  isIntent: (cell: string) => boolean,
): Role[] {
  const columns = Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, at) =>
    rows.map((row) => row[at] ?? "").filter(Boolean),
  );
  const holds = (is: (cell: string) => boolean) => columns.map((cells) => cells.length > 0 && cells.every(is));
  const [languages, intents] = [holds(isLanguage), holds(isIntent)];
  const only = (marks: readonly boolean[]) => marks.filter(Boolean).length === 1;
  const roles = columns.map((cells, at): Role => {
    if (cells.length === 0) return "none";
    if (languages[at] && intents[at]) return "";
    if (languages[at] && only(languages)) return "language";
    return intents[at] && only(intents) ? "intent" : "";
  });
  const open = roles.flatMap((role, at) => (role === "" ? [at] : []));
  const rest = open[0];
  if (open.length === 1 && rest !== undefined && !languages[rest] && !intents[rest]) roles[rest] = "phrase";
  // A column of intents that is the only one left to be the phrases can be either.
  if (!roles.includes("phrase")) return roles.map((role) => (role === "intent" ? "" : role));
  return roles;
}

/** Whether it is clear which column is what: one holds the phrases, and none holds what another does. */
export const isClear = (roles: readonly Role[]): boolean =>
  !roles.includes("") &&
  roles.filter((role) => role === "phrase").length === 1 &&
  (["intent", "language"] as const).every((role) => roles.filter((other) => other === role).length < 2);
