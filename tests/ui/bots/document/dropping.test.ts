/** Rows of the outline dropped on each other. */
import { describe, expect, it } from "vitest";
import { dropped, readRow, rowText } from "../../../../ui/features/bots/document/dropping";
import { FLOW } from "./flows";

const option = (at: number) => ({ node: "menu", path: ["options", at, "next"] });

describe("a dropped row", () => {
  it("of a node goes behind the other node, and what led to it leads on", () => {
    const { nodes } = dropped(FLOW, { node: "booked" }, { node: "hello" });
    expect([nodes.hello!.next, nodes.booked!.next, nodes.ask_day!.next]).toEqual(["booked", "menu", "bye"]);
  });

  it("of a node goes behind a way on", () => {
    const { nodes } = dropped(FLOW, { node: "closed" }, option(2));
    expect([nodes.menu!.options![2]!.next, nodes.person!.closed]).toEqual(["closed", "bye"]);
  });

  it("of an option takes the place of another one of its node", () => {
    const { nodes } = dropped(FLOW, option(0), option(2));
    expect(nodes.menu!.options!.map(({ id }) => id)).toEqual(["hours", "person", "book"]);
  });

  it("that cannot go there changes nothing", () => {
    expect(dropped(FLOW, { node: "menu" }, { node: "hello" })).toBe(FLOW);
    expect(dropped(FLOW, { node: "hello" }, { node: "hello" })).toBe(FLOW);
    expect(dropped(FLOW, { node: "booked" }, { node: "bye" })).toBe(FLOW);
    expect(dropped(FLOW, option(0), { node: "hello" })).toBe(FLOW);
    expect(dropped(FLOW, option(0), { node: "person", path: ["closed"] })).toBe(FLOW);
    expect(dropped(FLOW, option(1), option(1))).toBe(FLOW);
  });

  it("is said in an attribute and read from it", () => {
    for (const row of [{ node: "hello" }, option(1)]) expect(readRow(rowText(row))).toEqual(row);
  });
});
