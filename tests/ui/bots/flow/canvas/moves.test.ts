/** Where keys lead on a canvas, what an output leads to from then on, and what is in sight. */
import { describe, expect, it } from "vitest";
import { edges } from "../../../../../ui/features/bots/flow/canvas/edges";
import { modelOf } from "../../../../../ui/features/bots/flow/canvas/model";
import { connected, nearest, renamed } from "../../../../../ui/features/bots/flow/canvas/moves";
import {
  fitted,
  placeAt,
  seen,
  showing,
  zoomed,
  ZOOMS,
  type View,
} from "../../../../../ui/features/bots/flow/canvas/view";
import { FLOW } from "../../document/flows";

const box = (x: number, y: number) => ({ x, y, width: 100, height: 50 });

describe("the nearest node", () => {
  const boxes = new Map([
    ["a", box(0, 0)],
    ["below", box(0, 100)],
    ["aside", box(150, 60)],
    ["right", box(300, 0)],
    ["far", box(0, 400)],
  ]);
  const none = () => false;

  it("is looked for in the direction of the key alone", () => {
    expect(nearest(boxes, "a", "down", none)).toBe("below");
    expect(nearest(boxes, "a", "end", none)).toBe("aside");
    expect(nearest(boxes, "right", "start", none)).toBe("aside");
    expect(nearest(boxes, "far", "up", none)).toBe("below");
    expect(nearest(boxes, "a", "up", none)).toBeUndefined();
  });

  it("is the one that an edge leads to where others are about as near", () => {
    expect(nearest(boxes, "a", "end", (_from, to) => to === "right")).toBe("right");
  });

  it("goes along the edges of a flow, and back again", () => {
    const model = modelOf(FLOW, {}, [], "en");
    const lines = edges(model.cards, model.boxes);
    const isLinked = (name: string, other: string) =>
      lines.some(({ from, to }) => [from, to].includes(name) && [from, to].includes(other));
    expect(nearest(model.boxes, "hello", "down", isLinked)).toBe("menu");
    expect(nearest(model.boxes, "menu", "up", isLinked)).toBe("hello");
  });
});

describe("an edge of a node with one way on", () => {
  const model = modelOf(FLOW, {}, [], "en");
  const drawn = (place: { x: number; y: number }) => {
    const boxes = new Map(model.boxes).set("menu", { ...model.boxes.get("menu")!, ...place });
    return edges(model.cards, boxes).find(({ from }) => from === "hello")!;
  };
  const own = model.boxes.get("hello")!;

  it("leaves downwards to what is below", () => {
    expect(drawn({ x: own.x, y: own.y + 300 })).toMatchObject({ isPlain: true, side: "top" });
  });

  it("leaves at the side to what is beside or above, never behind its own card", () => {
    for (const place of [
      { x: own.x + 500, y: own.y },
      { x: own.x, y: own.y - 300 },
    ])
      expect(drawn(place)).toMatchObject({ isPlain: false, start: { x: own.x + own.width } });
  });
});

describe("an output that is led to a node", () => {
  it("is one change of the document, and of nothing else in it", () => {
    const next = connected(FLOW, "menu", ["options", 2, "next"], "person");
    expect(next.nodes.menu!.options![2]!.next).toBe("person");
    expect({ ...next.nodes, menu: FLOW.nodes.menu }).toEqual(FLOW.nodes);
  });

  it("changes nothing where it led there before, and where a node is gone", () => {
    expect(connected(FLOW, "hello", ["next"], "menu")).toBe(FLOW);
    expect(connected(FLOW, "hello", ["next"], "gone")).toBe(FLOW);
    expect(connected(FLOW, "gone", ["next"], "menu")).toBe(FLOW);
  });
});

it("a renamed node is distinct from added and deleted ones", () => {
  expect(renamed(["a", "b", "c"], ["a", "x", "c"])).toEqual(["b", "x"]);
  expect(renamed(["a", "b"], ["a", "b"])).toBeUndefined();
  expect(renamed(["a", "b"], ["a"])).toBeUndefined();
  expect(renamed(["a", "b"], ["b", "a"])).toBeUndefined();
});

describe.each([1, -1] as const)("the view, turned %d", (turn) => {
  const size = { width: 800, height: 600 };
  const whole = { x: -100, y: 50, width: 3000, height: 900 };

  it("that fits has all in sight", () => {
    const part = seen(fitted(whole, size, turn), size, turn);
    expect(part.x).toBeLessThanOrEqual(whole.x);
    expect(part.x + part.width).toBeGreaterThanOrEqual(whole.x + whole.width);
    expect(part.y + part.height).toBeGreaterThanOrEqual(whole.y + whole.height);
  });

  it("keeps what is under the pointer while it is zoomed, within its bounds", () => {
    const view: View = { x: 30, y: -20, zoom: 1 };
    const at = { x: 400, y: 200 };
    const near = zoomed(view, 1.5, at);
    expect(placeAt(near, at, turn)).toEqual(placeAt(view, at, turn));
    expect(zoomed(view, 100, at).zoom).toBe(ZOOMS.most);
    expect(zoomed(view, 0.001, at).zoom).toBe(ZOOMS.least);
  });

  it("moves only as far as a node comes into sight", () => {
    const view: View = { x: 0, y: 0, zoom: 1 };
    const inside = { ...box(turn === 1 ? 200 : -400, 200) };
    expect(showing(view, inside, size, turn)).toEqual(view);
    const part = seen(showing(view, box(5000, 3000), size, turn), size, turn);
    expect(part.x + part.width).toBeGreaterThanOrEqual(5100);
    expect(part.x).toBeLessThanOrEqual(5000);
    expect(part.y).toBeLessThanOrEqual(3000);
  });
});
