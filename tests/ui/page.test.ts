/** Addresses: read, and written in one canonical way; what is valid is in `tests/cases/query.cases.json`. */
import { describe, expect, it } from "vitest";
import { path } from "../../ui/lib/path";
import {
  day,
  flag,
  grammar,
  ids,
  int,
  many,
  oneOf,
  place,
  range,
  readQuery,
  text,
  writeQuery,
  zone,
} from "../../ui/page";

const keys = grammar({
  bot: ids(),
  grp: oneOf(["overall", "sales"], "overall"),
  ch: many(["web", "voice"]),
  r: range("last_28_days"),
  tz: zone("client"),
  page: int({ default: 1, min: 1, max: 9 }),
  q: text({ max: 5 }),
  today: flag(),
  date: day(),
  at: place(),
});
const read = (search: string) => readQuery(keys, new URLSearchParams(search));

describe("reading", () => {
  it("gives defaults where nothing is said", () => {
    expect(read("").values).toEqual({
      bot: [],
      grp: "overall",
      ch: [],
      r: "last_28_days",
      tz: "client",
      page: 1,
      q: "",
      today: false,
      date: "",
      at: 1,
    });
  });

  it("types and sorts values", () => {
    expect(read("bot=10,9,9&ch=web,voice&page=3&today=1").values).toMatchObject({
      bot: ["9", "10"],
      ch: ["voice", "web"],
      page: 3,
      today: true,
    });
  });

  it("takes a page of a list by its number or by a cursor", () => {
    expect(["at=7", "at=007", "at=c92"].map((search) => read(search).values.at)).toEqual([7, 7, "c92"]);
    expect(path("/p", writeQuery(keys, { at: "c92" }))).toBe("/p?at=c92");
    expect(path("/p", writeQuery(keys, { at: "1" }))).toBe("/p");
  });

  it("joins what two date inputs say to one range", () => {
    expect(read("r=2026-01-01&r=2026-01-31")).toMatchObject({ values: { r: "2026-01-01..2026-01-31" }, problem: null });
  });

  it("tells unknown keys, without language and campaign marks", () => {
    expect(read("x=1&x=2&hl=hi&utm_source=mail").extra).toEqual(["x"]);
  });
});

describe("writing", () => {
  it("leaves defaults out and keeps the grammar's order", () => {
    expect(path("/p", writeQuery(keys, { q: "a b", page: 1, grp: "sales", bot: ["10", "9"], r: "last_28_days" }))).toBe(
      "/p?bot=9,10&grp=sales&q=a%20b",
    );
  });

  it("reads what it wrote", () => {
    const search =
      "bot=9,10&grp=sales&ch=voice,web&r=2026-01-01..2026-01-31&tz=Asia/Kolkata&page=2&q=%26&today=1&date=2028-02-29";
    expect(read(path("", writeQuery(keys, read(search).values as never)).slice(1)).values).toEqual(read(search).values);
  });
});
