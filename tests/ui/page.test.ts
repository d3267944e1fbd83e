/** Addresses: read, checked, written in one canonical way. */
import { describe, expect, it } from "vitest";
import { path } from "../../ui/lib/path";
import { can } from "../../ui/lib/session";
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
  safeNext,
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

  it.each([
    "bot=a",
    "grp=x",
    "ch=web,x",
    "r=2026-02-01",
    "r=2026-02-02..2026-02-01",
    "r=2026-02-02&r=2026-02-01",
    "r=2026-02-02&r=",
    "r=2026-02-30..2026-03-01",
    "tz=../etc",
    "page=0",
    "page=10",
    "page=1e1",
    "q=sixsix",
    "today=yes",
    "date=nonsense",
    "date=2026-02-30",
    "date=0000-01-01",
    "at=0",
    "at=00",
    "at=1000000",
    "at=-1",
    "at=c",
    "at=cx",
    "at=c1.5",
    "at=٣",
    "at=1e1",
  ])("refuses %s by its key", (search) => {
    expect(read(search).problem?.key).toBe(search.split("=")[0]);
  });

  it("refuses what is too long before it looks at it, and takes what just fits", () => {
    const takes = (search: string) => read(search).problem === null;
    expect(
      ["bot=" + "1".repeat(4096), "tz=" + "A".repeat(64), "tz=America/Argentina/Buenos_Aires", "tz=Etc/GMT-3"].map(
        takes,
      ),
    ).toEqual([true, true, true, true]);
    expect(
      ["bot=" + "1".repeat(4097), "tz=" + "A".repeat(65), "tz=a" + "-".repeat(60) + "!", "tz=a--b/"].map(takes),
    ).toEqual([false, false, false, false]);
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

describe("going on", () => {
  it.each(["//x", "/\\x", "http://x", "javascript:x", "x", "", "/a\tb"])("never leads to %j", (next) =>
    expect(safeNext(next)).toBeNull(),
  );
  it("leads to our own pages", () => expect(safeNext("/reports/dashboard?r=today")).toBe("/reports/dashboard?r=today"));
});

describe("abilities", () => {
  it("are action and subject, with manage and all above them", () => {
    expect(can([{ action: "manage", subject: "all" }], "read", "Bot")).toBe(true);
    expect(can([{ action: "read", subject: "Bot" }], "update", "Bot")).toBe(false);
    expect(can([{ action: "read", subject: "ACL" }], "read", "Bot")).toBe(false);
  });
});
