/** Cells of a sheet that are pasted as phrases: what is clear, and what is asked. */
import { describe, expect, it } from "vitest";
import {
  cellsOf,
  headingOf,
  intentIn,
  isClear,
  rolesOf,
  separatorsOf,
  spokenIn,
} from "../../../../ui/features/bots/understanding/columns";
import { setAt } from "../../../../ui/features/bots/document/edit";
import { FLOW } from "../document/flows";

const nameOf = (code: string) => ({ en: "English", hi: "हिन्दी" })[code] ?? code;
const DOCUMENT = setAt(FLOW, ["languages"], ["en", "hi"]);
const roles = (rows: string[][]) =>
  rolesOf(
    rows,
    (cell) => spokenIn(DOCUMENT, cell, nameOf) !== undefined,
    (cell) => intentIn(DOCUMENT, cell, "en") !== undefined,
  );

describe("cells", () => {
  it("are those of a sheet: quotes hold separators, quotes and breaks of lines", () => {
    expect(cellsOf('\uFEFFbook,"yes, ""now""\nplease"\r\n\r\n a , b ', ",")).toEqual([
      ["book", 'yes, "now" please'],
      ["a", "b"],
    ]);
    expect(cellsOf('a 5" tyre\tb', "\t")).toEqual([['a 5" tyre', "b"]]);
  });

  it("are between tabs; commas that every line has alike are asked about, unless a heading says", () => {
    expect(separatorsOf("a\tb\nc\td")).toEqual(["\t"]);
    expect(separatorsOf("book it\nprices, please")).toEqual([""]);
    expect(separatorsOf("book it, please")).toEqual([""]);
    expect(separatorsOf("yes, please\nno, thanks")).toEqual(["", ","]);
    expect(separatorsOf("yes;hi\nno;en")).toEqual(["", ";"]);
    expect(separatorsOf("phrase,language\nno,en")).toEqual([","]);
  });
});

describe("columns", () => {
  it("are what their heading says, and nothing else is a heading", () => {
    expect(headingOf(["Intent", "Phrase", "Language", "Notes"])).toEqual(["intent", "phrase", "language", "none"]);
    expect(headingOf(["मقصد", "वाक्य", "भाषा"])).toEqual(["none", "phrase", "language"]);
    expect(headingOf(["phrase", "book a service"])).toBeNull();
    expect(headingOf(["phrase", "text", "language"])).toBeNull();
  });

  it("name languages by code or name, and intents by name or title", () => {
    expect(["HI", "hindi", "हिन्दी", "en"].map((cell) => spokenIn(DOCUMENT, cell, nameOf))).toEqual([
      "hi",
      "hi",
      "hi",
      "en",
    ]);
    expect(spokenIn(DOCUMENT, "fr", nameOf)).toBeUndefined();
    expect(intentIn(DOCUMENT, "service.book", "en")).toBe("service.book");
    expect(intentIn(DOCUMENT, "toString", "en")).toBeUndefined();
  });

  it("are read where one reading is possible", () => {
    expect(
      roles([
        ["service.book", "when can I come", "en"],
        ["hours", "are you open", "hindi"],
      ]),
    ).toEqual(["intent", "phrase", "language"]);
    expect(roles([["when can I come", "", "en"]])).toEqual(["phrase", "none", "language"]);
  });

  it("are asked about where two are", () => {
    expect(roles([["when can I come", "kab aa sakta hoon"]])).toEqual(["", ""]);
    expect(roles([["hours", "service.book"]])).toEqual(["", ""]);
    expect(
      roles([
        ["hours", "en"],
        ["service.book", "hi"],
      ]),
    ).toEqual(["", "language"]);
    expect(
      roles([
        ["service.book", "when"],
        ["nobody", "why"],
      ]),
    ).toEqual(["", ""]);
  });

  it("are clear with one of phrases, and at most one of each other kind", () => {
    expect(isClear(["phrase", "none", "intent", "language"])).toBe(true);
    expect(isClear(["phrase", ""])).toBe(false);
    expect(isClear(["phrase", "phrase"])).toBe(false);
    expect(isClear(["intent", "none"])).toBe(false);
    expect(isClear(["phrase", "language", "language"])).toBe(false);
  });
});
