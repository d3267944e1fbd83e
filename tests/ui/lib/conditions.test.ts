/** What rows can show of a condition is shown and written back as it was; all else stays an expression. */
import { describe, expect, it } from "vitest";
import {
  readCondition,
  readValue,
  writeCondition,
  writeValue,
  type Comparison,
  type ConditionRow,
} from "../../../ui/lib/conditions";
import cases from "../../cases/conditions.cases.json";

const known = { types: new Map(Object.entries(cases.types)), zone: cases.zone };
const rowsOf = (rows: unknown): ConditionRow[] =>
  (rows as [ConditionRow["join"], string, Comparison, string[]][]).map(([join, variable, op, values]) => ({
    join,
    variable,
    op,
    values,
  }));

describe("a condition", () => {
  it.each(cases.shown)("$cel is read as rows and written the same", ({ cel, rows }) => {
    expect(readCondition(cel, known)).toEqual(rowsOf(rows));
    expect(writeCondition(rowsOf(rows), known)).toBe(cel);
  });

  it.each(cases.expressions)("%s stays an expression", (cel) => {
    expect(readCondition(cel, known)).toBeNull();
  });

  it("is read without a difference of blanks, quotes, brackets around a group, and short forms of yes and no", () => {
    expect(readCondition("name=='it\\'s \"x\"'", known)).toEqual(rowsOf([["and", "name", "is", ['it\'s "x"']]]));
    expect(readCondition("agrees && !agrees", known)).toEqual(
      rowsOf([
        ["and", "agrees", "yes", []],
        ["and", "agrees", "no", []],
      ]),
    );
  });

  it("leaves rows without a variable out, and values that are blank", () => {
    const rows = rowsOf([
      ["and", "", "is", ["x"]],
      ["or", "name", "one_of", ["a", " ", " b"]],
    ]);
    expect(writeCondition(rows, known)).toBe('name in ["a", "b"]');
  });
});

describe("a value", () => {
  it.each([
    ['"Pune said \\"no\\""', "text", 'Pune said "no"'],
    ["'it'", "text", "it"],
    ["-3.5", "number", "-3.5"],
    ["true", "yes", ""],
    ["null", "empty", ""],
    ["booking.time", "variable", "booking.time"],
    ["rating + 1.0", "expression", "rating + 1.0"],
    ["", "expression", ""],
  ] as const)("%s is a %s, and written back means the same", (source, kind, text) => {
    expect(readValue(source)).toEqual({ kind, text });
    expect(readValue(writeValue(kind, text))).toEqual({ kind, text });
  });
});
