/** Conditions as rows of variable, comparison and value: read from CEL and written as CEL. */

/** What a condition can compare by, in the order it is offered. */
export const COMPARISONS = [
  "is",
  "is_not",
  "one_of",
  "not_one_of",
  "contains",
  "starts",
  "more",
  "at_least",
  "less",
  "at_most",
  "yes",
  "no",
  "past",
  "future",
  "weekday",
  "empty",
  "filled",
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One comparison; `join` binds it to the row before it, and `and` binds closer than `or`. */
export interface ConditionRow {
  join: "and" | "or";
  variable: string;
  op: Comparison;
  values: readonly string[];
}

export type ConditionKind = "text" | "number" | "bool" | "date" | "time" | "object";

/** What a document says of the names in its conditions. */
export interface Known {
  types: ReadonlyMap<string, string>;
  zone: string;
  /** Whether conditions are only read: types are not known, so values are taken as they are written. */
  isLoose?: boolean;
}

const BY_KIND: Readonly<Record<ConditionKind, readonly Comparison[]>> = {
  text: ["is", "is_not", "one_of", "not_one_of", "contains", "starts", "empty", "filled"],
  number: ["is", "is_not", "more", "at_least", "less", "at_most", "one_of", "not_one_of", "empty", "filled"],
  bool: ["yes", "no", "empty", "filled"],
  date: ["past", "future", "weekday", "empty", "filled"],
  time: ["is", "is_not", "more", "at_least", "less", "at_most", "empty", "filled"],
  object: ["empty", "filled"],
};
const SIGNS = { is: "==", is_not: "!=", more: ">", at_least: ">=", less: "<", at_most: "<=" } as const;
const BY_SIGN: Readonly<Record<string, Comparison>> = Object.fromEntries(
  Object.entries(SIGNS).map(([op, sign]) => [sign, op as Comparison]),
);
const NEGATED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  is_not: "is",
  not_one_of: "one_of",
  empty: "filled",
};
const PLAIN: readonly Comparison[] = ["yes", "no", "past", "future", "empty", "filled"];
/** What every bot knows of a conversation without asking. */
export const GIVEN = ["contact.name", "contact.phone", "channel", "language"] as const;
const DAY = 'now - duration("24h")';
const NUMBER = /^-?\d+(\.\d+)?$/;
/** The zone of a bot that keeps no hours. */
export const ZONE = "Asia/Kolkata";

/** What kind of value a variable holds. */
export function kindOf(variable: string, { types }: Known): ConditionKind {
  switch (types.get(variable)) {
    case "number":
    case "rating":
      return "number";
    case "date":
    case "datetime":
      return "date";
    case "bool":
    case "time":
    case "object":
      return types.get(variable) as ConditionKind;
    default:
      return "text";
  }
}

export const comparisonsOf = (variable: string, known: Known): readonly Comparison[] =>
  BY_KIND[kindOf(variable, known)];
/** Whether a comparison needs a value beside the variable's. */
export const takesValue = (op: Comparison): boolean => !PLAIN.includes(op);
export const takesSeveral = (op: Comparison): boolean => ["one_of", "not_one_of", "weekday"].includes(op);
const isText = (variable: string, op: Comparison, known: Known) =>
  op !== "weekday" && kindOf(variable, known) !== "number";

/** Which value of a row cannot be used: none where all can. */
export function problemOf(row: ConditionRow, known: Known): "missing" | "no_number" | "no_time" | null {
  if (!takesValue(row.op)) return null;
  const values = row.values.map((value) => value.trim()).filter(Boolean);
  if (values.length === 0) return "missing";
  if (!isText(row.variable, row.op, known)) return values.every((value) => NUMBER.test(value)) ? null : "no_number";
  if (kindOf(row.variable, known) === "time")
    return values.every((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)) ? null : "no_time";
  return null;
}

/** The CEL of rows whose values can be used; a row without a variable is left out. */
export function writeCondition(rows: readonly ConditionRow[], known: Known): string {
  const whole = rows.filter(({ variable }) => variable !== "");
  return whole
    .map((row, at) => `${at === 0 ? "" : row.join === "or" ? " || " : " && "}${written(row, known)}`)
    .join("");
}

function written(row: ConditionRow, known: Known): string {
  if (!row.variable.startsWith("contact.")) return compared(row, known);
  // A contact need not have this field, and CEL refuses to read one that is not there.
  const positive = NEGATED[row.op];
  const guarded = `has(${row.variable}) && ${
    (positive ?? row.op) === "filled" ? `${row.variable} != ''` : compared({ ...row, op: positive ?? row.op }, known)
  }`;
  return positive ? `!(${guarded})` : guarded;
}

function compared({ variable, op, values }: ConditionRow, known: Known): string {
  const literals = values
    .map((value) => (takesSeveral(op) ? value.trim() : value))
    .filter((value) => value.trim() !== "")
    .map((value) => (isText(variable, op, known) ? JSON.stringify(value) : value));
  switch (op) {
    case "one_of":
      return `${variable} in [${literals.join(", ")}]`;
    case "not_one_of":
      return `!(${variable} in [${literals.join(", ")}])`;
    case "contains":
      return `${variable}.contains(${literals[0]})`;
    case "starts":
      return `${variable}.startsWith(${literals[0]})`;
    case "yes":
      return `${variable} == true`;
    case "no":
      return `${variable} == false`;
    case "past":
      return `${variable} < ${DAY}`;
    case "future":
      return `${variable} > now`;
    case "weekday": {
      const day = `${variable}.getDayOfWeek(${JSON.stringify(known.zone)})`;
      return literals.length === 1 ? `${day} == ${literals[0]}` : `${day} in [${literals.join(", ")}]`;
    }
    case "empty":
      return `${variable} == null`;
    case "filled":
      return `${variable} != null`;
    default:
      return `${variable} ${SIGNS[op]} ${literals[0]}`;
  }
}

/** What a variable can be set to without an expression. */
export const VALUE_KINDS = ["text", "number", "yes", "no", "empty", "variable", "expression"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
const FIXED: Readonly<Partial<Record<ValueKind, string>>> = { yes: "true", no: "false", empty: "null" };

/** A value of CEL as what it is: a text without its quotes, a number, a variable, or an expression as it is. */
export function readValue(source: string): { kind: ValueKind; text: string } {
  const fixed = (Object.keys(FIXED) as ValueKind[]).find((kind) => FIXED[kind] === source.trim());
  if (fixed) return { kind: fixed, text: "" };
  const all = tokens(source) ?? [];
  if (NUMBER.test(source.trim())) return { kind: "number", text: source.trim() };
  const text = valueOf(all, true);
  if (text !== null) return { kind: "text", text };
  const path = pathAt(all, 0);
  return path && path.end === all.length ? { kind: "variable", text: path.name } : { kind: "expression", text: source };
}

/** The CEL of such a value. */
export const writeValue = (kind: ValueKind, text: string): string =>
  kind === "text" ? JSON.stringify(text) : (FIXED[kind] ?? text.trim());

interface Token {
  kind: "string" | "number" | "name" | "sign";
  text: string;
}
const TOKEN = new RegExp(
  [
    String.raw`\s+|(?<string>"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')`,
    String.raw`(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)`,
    String.raw`(?<sign>&&|\|\||[<>=!]=|[-<>!.,()[\]])`,
  ].join("|"),
  "y",
);

function tokens(source: string): Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (!match) return null;
    for (const kind of ["string", "number", "name", "sign"] as const)
      if (match.groups?.[kind] !== undefined) tokens.push({ kind, text: match.groups[kind] });
  }
  return tokens;
}

/** The text of a literal; null for escapes that JSON does not have. */
function unquoted(text: string): string | null {
  const inner = text.slice(1, -1);
  try {
    const json = text.startsWith("'") ? inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"') : inner;
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return null;
  }
}

/** The rows of a condition; null where rows cannot show all of it. */
export function readCondition(source: string, known: Known): ConditionRow[] | null {
  if (source.trim() === "") return [];
  const all = tokens(source);
  const groups = all && parts(all, "||");
  if (!groups) return null;
  const rows: ConditionRow[] = [];
  for (const [at, group] of groups.entries()) {
    const own = conjunction(group, known);
    if (!own) return null;
    rows.push(
      ...own.map((row, place) => ({ ...row, join: place === 0 && at > 0 ? ("or" as const) : ("and" as const) })),
    );
  }
  return rows;
}

/** The parts between signs outside brackets; null where brackets do not match. */
function parts(all: readonly Token[], sign: string): Token[][] | null {
  const groups: Token[][] = [[]];
  let depth = 0;
  for (const token of all) {
    if (token.kind === "sign" && "([".includes(token.text)) depth += 1;
    if (token.kind === "sign" && ")]".includes(token.text)) depth -= 1;
    if (depth < 0) return null;
    if (depth === 0 && token.kind === "sign" && token.text === sign) groups.push([]);
    else groups.at(-1)!.push(token);
  }
  return depth === 0 && groups.every((part) => part.length > 0) ? groups : null;
}

function conjunction(all: readonly Token[], known: Known): ConditionRow[] | null {
  const pieces = parts(all, "&&");
  if (!pieces) return null;
  const rows: ConditionRow[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const guard = guarded(pieces[at]!);
    const row = guard === null ? comparison(pieces[at]!, known) : comparison(pieces[(at += 1)] ?? [], known);
    if (!row || row.variable.startsWith("contact.") !== (guard !== null)) {
      const negated = guard === null ? withoutGuard(pieces[at]!, known) : null;
      if (!negated) return null;
      rows.push(negated);
      continue;
    }
    if (guard !== null && (row.variable !== guard || Object.hasOwn(NEGATED, row.op))) {
      if (row.variable !== guard || row.op !== "is_not" || row.values[0] !== "") return null;
      rows.push({ ...row, op: "filled", values: [] });
      continue;
    }
    rows.push(row);
  }
  return rows;
}

/** The field in `has(field)`. */
function guarded(piece: readonly Token[]): string | null {
  const words = piece.map(({ text }) => text);
  return words[0] === "has" && words[1] === "(" && words.at(-1) === ")" ? words.slice(2, -1).join("") : null;
}

/** `!(has(field) && …)` as the row it denies. */
function withoutGuard(piece: readonly Token[], known: Known): ConditionRow | null {
  if (piece[0]?.text !== "!" || piece[1]?.text !== "(" || piece.at(-1)?.text !== ")") return null;
  const inner = conjunction(piece.slice(2, -1), known);
  const denied = inner?.length === 1 && inner[0]!.variable.startsWith("contact.") ? inner[0]! : null;
  const op = denied && COMPARISONS.find((comparison) => NEGATED[comparison] === denied.op);
  return denied && op ? { ...denied, op } : null;
}

/** One comparison without a guard. */
function comparison(piece: readonly Token[], known: Known): ConditionRow | null {
  const row = (variable: string, op: Comparison, literals: readonly Token[][] = []): ConditionRow | null => {
    const values = literals.map(
      (literal) => valueOf(literal, isText(variable, op, known)) ?? (known.isLoose ? valueOf(literal, false) : null),
    );
    if (values.some((value) => value === null)) return null;
    if (!known.isLoose && !comparisonsOf(variable, known).includes(op)) return null;
    if (takesSeveral(op) && values.some((value) => value!.includes(","))) return null;
    return { join: "and", variable, op, values: values as string[] };
  };
  if (piece[0]?.text === "!" && piece[1]?.text === "(" && piece.at(-1)?.text === ")") {
    const inner = comparison(piece.slice(2, -1), known);
    return inner?.op === "one_of" ? { ...inner, op: "not_one_of" } : null;
  }
  if (piece[0]?.text === "!") {
    const path = pathAt(piece, 1);
    return path?.end === piece.length ? row(path.name, "no") : null;
  }
  const path = pathAt(piece, 0);
  if (!path) return null;
  const rest = piece.slice(path.end);
  const words = rest.map(({ text }) => text);
  if (words.length === 0) return row(path.name, "yes");
  if (words[0] === "(") return callOf(path.name, rest, row, known);
  if (words[0] === "in") return listOf(rest.slice(1), (list) => row(path.name, "one_of", list));
  const op = BY_SIGN[words[0]!];
  if (!op) return null;
  const value = words.slice(1).join(" ");
  if (value === "null") return op === "is" || op === "is_not" ? row(path.name, op === "is" ? "empty" : "filled") : null;
  if (op === "is" && (value === "true" || value === "false")) return row(path.name, value === "true" ? "yes" : "no");
  if (op === "more" && value === "now") return row(path.name, "future");
  if (op === "less" && value === 'now - duration ( "24h" )') return row(path.name, "past");
  return row(path.name, op, [rest.slice(1)]);
}

type MakeRow = (variable: string, op: Comparison, literals?: readonly Token[][]) => ConditionRow | null;

/** `name.contains("…")`, `name.startsWith("…")` and `day.getDayOfWeek("zone") == 0`. */
function callOf(path: string, rest: readonly Token[], row: MakeRow, known: Known): ConditionRow | null {
  const [, variable, method] = /^(.+)\.(\w+)$/.exec(path) ?? [];
  const close = rest.findIndex(({ text }) => text === ")");
  if (!variable || close < 0) return null;
  const tokens = rest.slice(1, close);
  const after = rest.slice(close + 1);
  if (method === "contains" || method === "startsWith")
    return after.length === 0 ? row(variable, method === "contains" ? "contains" : "starts", [tokens]) : null;
  if (method !== "getDayOfWeek" || tokens.length !== 1 || (!known.isLoose && valueOf(tokens, true) !== known.zone))
    return null;
  if (after[0]?.text === "==") return row(variable, "weekday", [after.slice(1)]);
  return after[0]?.text === "in" ? listOf(after.slice(1), (list) => row(variable, "weekday", list)) : null;
}

function listOf(all: readonly Token[], row: (list: readonly Token[][]) => ConditionRow | null): ConditionRow | null {
  if (all[0]?.text !== "[" || all.at(-1)?.text !== "]") return null;
  const list = parts(all.slice(1, -1), ",");
  return list && row(list);
}

function valueOf(literal: readonly Token[], isString: boolean): string | null {
  const [first, second, more] = literal;
  if (!first || more) return null;
  if (isString) return first.kind === "string" && !second ? unquoted(first.text) : null;
  if (first.text === "-") return second?.kind === "number" ? `-${second.text}` : null;
  return first.kind === "number" && !second ? first.text : null;
}

/** The dotted name that begins at a place. */
function pathAt(all: readonly Token[], at: number): { name: string; end: number } | null {
  const first = all[at];
  if (first?.kind !== "name" || ["true", "false", "null", "in", "has"].includes(first.text)) return null;
  let name = first.text;
  let end = at + 1;
  while (all[end]?.text === "." && all[end + 1]?.kind === "name") {
    name += `.${all[end + 1]!.text}`;
    end += 2;
  }
  return { name, end };
}
