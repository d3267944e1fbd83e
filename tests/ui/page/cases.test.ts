/** Rules that stand in Python too: both run the tables of `tests/cases`. */
import { describe, expect, it } from "vitest";
import { presetsOf } from "../../../ui/components/dates/presets";
import { path } from "../../../ui/lib/path";
import { can, type Ability, type Access } from "../../../ui/lib/session";
import { page, plan, PRESETS, readQuery, safeNext, signInPath, writeQuery, type Grammar } from "../../../ui/page";
import access from "../../cases/access.cases.json";
import presets from "../../cases/presets.cases.json";
import query from "../../cases/query.cases.json";
import redirects from "../../cases/redirects.cases.json";
import { SESSION } from "../rendered";

type Text = string | readonly (string | number)[];

/** A text of a table: as it is, or one and another that is repeated so many times. */
const text = (written: Text): string =>
  typeof written === "string" ? written : `${written[0]}${String(written[1]).repeat(Number(written[2]))}`;

describe("a query", () => {
  const keys = Object.fromEntries(query.grammar.map(({ key, ...rule }) => [key, rule])) as unknown as Grammar;
  const read = (search: string) => readQuery(keys, new URLSearchParams(search));

  it.each(query.valid.map((row) => [text(row.query), text(row.canonical)] as const))("%j is written %j", (row, to) => {
    expect(read(row).problem).toBeNull();
    expect(path("", writeQuery(keys, read(row).values as never)).slice(1)).toBe(to);
  });

  it.each(query.invalid.map((row) => [text(row.query), row.key] as const))("%j is refused by %s", (row, key) =>
    expect(read(row).problem?.key).toBe(key),
  );
});

describe("going on", () => {
  it.each(redirects.safe.map(text))("leads to %j", (next) => expect(safeNext(next)).toBe(next));
  it.each(redirects.unsafe.map(text))("never leads to %j", (next) => expect(safeNext(next)).toBeNull());
});

describe("named ranges", () => {
  it("are those that reports know", () => expect(PRESETS).toEqual(presets.names));
  it.each(presets.days)("mean their days on $today", ({ today, ranges }) => {
    const outcomes: Readonly<Record<string, readonly string[]>> = ranges;
    for (const { id, from, to } of presetsOf(today, String)) expect([id, from, to]).toEqual([id, ...outcomes[id]!]);
  });
});

describe("access", () => {
  it.each(access.can)("$ability $action $subject: $allowed", (row) =>
    expect(can(row.ability as Ability[], row.action, row.subject)).toBe(row.allowed),
  );

  it.each(access.gate)("$access, $ability, $next: $outcome", async (gate) => {
    const row = page({
      name: "p",
      path: "/p",
      area: "common",
      access: gate.access as Access,
      title: "common.home",
      view: () => Promise.reject(new Error("nobody looks")),
    });
    const user = gate.ability && { ...SESSION.user!, ability: gate.ability as Ability[] };
    const done = await plan([row], path("/p", { next: gate.next }), { ...SESSION, user }, () => {
      throw new Error("nobody asks");
    });
    const outcome = done.kind === "redirect" ? done.to : done.kind === "page" ? "page" : "refused";
    expect(outcome).toBe(gate.outcome === "sign in" ? signInPath("/p") : gate.outcome);
  });
});
