/** Nodes that nobody has moved: laid out alike every time, none over another, however many there are. */
import { describe, expect, it } from "vitest";
import { CARD } from "../../../../../ui/features/bots/flow/canvas/cards";
import { edges, meets } from "../../../../../ui/features/bots/flow/canvas/edges";
import { layers, regionsOf, type Box } from "../../../../../ui/features/bots/flow/canvas/layering";
import { modelOf } from "../../../../../ui/features/bots/flow/canvas/model";
import type { FlowDocument, FlowNode } from "../../../../../ui/features/bots/document/types";
import { FLOW } from "../../document/flows";

/** A flow of many nodes: chains, choices, ways back and loose ends, the same every time. */
export function large(count: number): FlowDocument {
  const at = (number: number) => `n${number % count}`;
  const node = (number: number): FlowNode => {
    const text = { en: `Text of node ${number}, ${"long ".repeat(number % 9)}` };
    if (number % 5 === 0)
      return {
        type: "choice",
        text,
        options: [1, 7, 40, number * 3].map((far, place) => ({
          id: `o${place}`,
          label: { en: `Option ${place}` },
          next: at(number + far),
        })),
      };
    if (number % 17 === 0) return { type: "end", text };
    return { type: "message", text, ...(number % 23 !== 0 && { next: at(number + 1) }) };
  };
  const numbers = Array.from({ length: count }, (_, number) => number);
  return {
    format: "parley-flow/1",
    languages: ["en"],
    start: "n0",
    intents: Object.fromEntries([60, 170, 333].map((number) => [`i${number}`, { goto: at(number) }])),
    nodes: Object.fromEntries(numbers.map((number) => [`n${number}`, node(number)])),
  };
}

const model = (document: FlowDocument, places = {}) => modelOf(document, places, [], "en");
const overlaps = (boxes: readonly Box[]) =>
  boxes.flatMap((box, at) => boxes.slice(at + 1).filter((other) => meets(box, other)));

describe("layers", () => {
  it("are the longest path to a node, and a way back is none", () => {
    const leads: Record<string, string[]> = { a: ["b", "c"], b: ["c"], c: ["d", "a"], d: [] };
    expect([...layers(["a", "b", "c", "d"], (name) => leads[name]!)]).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 2],
      ["d", 3],
    ]);
  });
});

describe.each([
  ["a small flow", FLOW],
  ["50 nodes", large(50)],
  ["500 nodes", large(500)],
])("the layout of %s", (_name, document) => {
  it("has a place for every node, none over another, and is the same every time", () => {
    const { boxes } = model(document);
    expect([...boxes.keys()].sort()).toEqual(Object.keys(document.nodes).sort());
    expect(overlaps([...boxes.values()])).toEqual([]);
    expect(model(structuredClone(document)).boxes).toEqual(boxes);
  });

  it("has frames that hold their nodes and nothing of each other", () => {
    const { boxes } = model(document);
    const regions = regionsOf(document, boxes);
    expect(overlaps(regions)).toEqual([]);
    expect(regions.flatMap(({ group }) => group.nodes).sort()).toEqual(Object.keys(document.nodes).sort());
  });
});

describe("a model", () => {
  it("puts moved nodes where they were moved to, and leaves all others as they are", () => {
    const before = model(FLOW).boxes;
    const { boxes } = model(FLOW, { menu: [-40, 900], gone: [1, 1] });
    expect(boxes.get("menu")).toMatchObject({ x: -40, y: 900, width: CARD.width });
    expect([...boxes].filter(([name]) => name !== "menu")).toEqual([...before].filter(([name]) => name !== "menu"));
  });

  it("knows what nothing leads to, and which outputs are open", () => {
    const { reached, cards } = model(FLOW);
    expect(Object.keys(FLOW.nodes).filter((name) => !reached.has(name))).toEqual(["lost"]);
    const outputs = cards.find(({ name }) => name === "menu")!.outputs;
    expect(outputs.map(({ key, isOpen }) => [key, isOpen])).toEqual([
      ["options/0/next", false],
      ["options/1/next", false],
      ["options/2/next", true],
    ]);
  });

  it("has an edge for each output that leads to a node", () => {
    const { cards, boxes } = model(FLOW);
    const drawn = edges(cards, boxes).map(({ key, to }) => `${key} ${to}`);
    expect(drawn).toContain("hello/next menu");
    expect(drawn).toContain("ask_day/retry/then person");
    expect(drawn).not.toContainEqual(expect.stringContaining("options/2"));
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});
