/** Changes of a flow document: what becomes of every reference, and that nothing else changes. */
import { describe, expect, it } from "vitest";
import {
  addNode,
  deleteEntity,
  deleteNode,
  isNodeName,
  moveNode,
  moveRow,
  neighbour,
  placeAfter,
  renameKey,
  renameNode,
  setAt,
  stepNode,
  unused,
} from "../../../../ui/features/bots/document/edit";
import { copyNodes, pasteNodes, readClip } from "../../../../ui/features/bots/document/clip";
import { NODE_TYPES, type FlowDocument, type FlowNode } from "../../../../ui/features/bots/document/types";
import { FLOW } from "./flows";

const before = JSON.stringify(FLOW);
const nodes = (document: FlowDocument) => document.nodes as Record<string, FlowNode>;

describe("a value", () => {
  it("is put at its path, and what is besides stays the same object", () => {
    const changed = setAt(FLOW, ["nodes", "menu", "options", 0, "label", "hi"], "बुक");
    expect(nodes(changed).menu!.options![0]!.label).toEqual({ en: "Book", hi: "बुक" });
    expect(nodes(changed).hello).toBe(FLOW.nodes.hello);
    expect(JSON.stringify(FLOW)).toBe(before);
  });

  it("is taken out by nothing, from objects and from lists", () => {
    expect("next" in nodes(setAt(FLOW, ["nodes", "hello", "next"], undefined)).hello!).toBe(false);
    expect(nodes(setAt(FLOW, ["nodes", "menu", "options", 1], undefined)).menu!.options!.map(({ id }) => id)).toEqual([
      "book",
      "person",
    ]);
    expect(setAt(FLOW, ["nodes", "hello", "save"], undefined)).toEqual(FLOW);
  });

  it("makes the objects and lists it is in", () => {
    expect(setAt({}, ["a", 0, "b"], 1)).toEqual({ a: [{ b: 1 }] });
  });

  it("keeps its place among the keys", () => {
    expect(Object.keys(setAt(FLOW, ["nodes", "menu"], FLOW.nodes.bye).nodes)).toEqual(Object.keys(FLOW.nodes));
  });
});

describe("rows", () => {
  it("change places within their list", () => {
    const moved = moveRow(FLOW, ["nodes", "menu", "options"], 0, 2);
    expect(nodes(moved).menu!.options!.map(({ id }) => id)).toEqual(["hours", "person", "book"]);
    expect(moveRow(FLOW, ["nodes", "menu", "options"], 0, 3)).toBe(FLOW);
    expect(moveRow(FLOW, ["nodes", "menu", "options"], -1, 0)).toBe(FLOW);
  });
});

describe("a new node", () => {
  it.each(NODE_TYPES)("of type %s has what its type needs", (type) => {
    const added = addNode(FLOW, type);
    expect(nodes(added.document)[added.name]!.type).toBe(type);
    expect(added.name).toBe(type);
  });

  it("is between a reference and where that led", () => {
    const { document, name } = addNode(FLOW, "message", { after: "menu", path: ["options", 0, "next"] });
    expect(nodes(document).menu!.options![0]!.next).toBe(name);
    expect(nodes(document)[name]!.next).toBe("ask_day");
  });

  it("takes an open reference where there is one", () => {
    expect(placeAfter(FLOW, "menu")).toEqual({ after: "menu", path: ["next"] });
    expect(placeAfter(FLOW, "bye")).toBeNull();
    expect(placeAfter(FLOW, "nobody")).toBeNull();
  });

  it("gets a name nobody has", () => {
    expect(unused("menu", FLOW.nodes)).toBe("menu_2");
    const twice = addNode(addNode(FLOW, "message").document, "message");
    expect(twice.name).toBe("message_2");
  });

  it("that ends leads nowhere, whatever came after", () => {
    const { document, name } = addNode(FLOW, "end", { after: "hello", path: ["next"] });
    expect(nodes(document)[name]).toEqual({ type: "end" });
  });
});

describe("a deleted node", () => {
  it("is passed over by what led to it", () => {
    const rest = deleteNode(FLOW, "ask_day");
    expect(nodes(rest).menu!.options![0]!.next).toBe("booked");
    expect(rest.intents!["service.book"]!.goto).toBe("booked");
    expect(deleteNode(FLOW, "hello").start).toBe("menu");
  });

  it("without a successor leaves open references, and entrances where they were", () => {
    const rest = deleteNode(FLOW, "bye");
    expect(nodes(rest).booked).not.toHaveProperty("next");
    expect(nodes(rest).person).not.toHaveProperty("next");
    expect(deleteNode(FLOW, "hours").intents!.hours!.goto).toBe("hours");
    expect(nodes(deleteNode(FLOW, "hours")).menu!.options![1]).not.toHaveProperty("next");
    expect(deleteNode(FLOW, "person").fallback).toEqual({ times: 2, text: { en: "Sorry?" }, then: "bye" });
  });

  it("is looked away from, to the one before it", () => {
    expect(neighbour(FLOW, "menu")).toBe("hello");
    expect(neighbour(FLOW, "hello")).toBe("menu");
  });

  it("is never the last one", () => {
    const alone: FlowDocument = { ...FLOW, nodes: { hello: { type: "end" } } };
    expect(deleteNode(alone, "hello")).toBe(alone);
    expect(deleteNode(FLOW, "nobody")).toBe(FLOW);
  });
});

describe("a renamed node", () => {
  it("is followed by every reference and keeps its place", () => {
    const renamed = renameNode(FLOW, "person", "human");
    expect(renamed.fallback!.then).toBe("human");
    expect(nodes(renamed).ask_day!.retry!.then).toBe("human");
    expect(Object.keys(renamed.nodes)).toEqual(
      Object.keys(FLOW.nodes).map((name) => (name === "person" ? "human" : name)),
    );
    expect(renameNode(FLOW, "hello", "hi").start).toBe("hi");
    expect(renameNode(FLOW, "hours", "open").intents!.hours!.goto).toBe("open");
  });

  it.each(["menu", "two words", "", "x".repeat(65)])("cannot be called %j", (name) => {
    expect(renameNode(FLOW, "hello", name)).toBe(FLOW);
  });

  it("may be called by letters, digits, dots, dashes and underscores", () => {
    expect(["a.b-c_D9", "ü", "a b"].map(isNodeName)).toEqual([true, false, false]);
  });
});

describe("a moved node", () => {
  it("leaves its place to what came after, and is behind another reference", () => {
    const moved = moveNode(FLOW, "booked", { after: "hello", path: ["next"] });
    expect(nodes(moved).hello!.next).toBe("booked");
    expect(nodes(moved).booked!.next).toBe("menu");
    expect(nodes(moved).ask_day!.next).toBe("bye");
  });

  it("goes one step along its way and back", () => {
    const chain: FlowDocument = {
      ...FLOW,
      start: "a",
      intents: {},
      nodes: {
        a: { type: "message", next: "b" },
        b: { type: "message", next: "c" },
        c: { type: "message", next: "d" },
        d: { type: "end" },
      },
    };
    const down = stepNode(chain, "a", 1);
    expect([down.start, nodes(down).b!.next, nodes(down).a!.next]).toEqual(["b", "a", "c"]);
    const up = stepNode(chain, "c", -1);
    expect([nodes(up).a!.next, nodes(up).c!.next, nodes(up).b!.next]).toEqual(["c", "b", "d"]);
    expect(stepNode(stepNode(chain, "b", 1), "b", -1)).toEqual(chain);
  });

  it("stays where no plain way leads on", () => {
    expect(stepNode(FLOW, "hello", 1)).toBe(FLOW);
    expect(stepNode(FLOW, "menu", 1)).toBe(FLOW);
    expect(moveNode(FLOW, "menu", { after: "hello", path: ["next"] })).toBe(FLOW);
    expect(moveNode(FLOW, "booked", { after: "booked", path: ["next"] })).toBe(FLOW);
  });
});

describe("a copied node", () => {
  it("takes along what it needs of the document around", () => {
    const clip = copyNodes(
      {
        ...FLOW,
        nodes: { ...FLOW.nodes, ask: { type: "input", kind: "one_of", entity: "model", text: { en: "{{day}}" } } },
      },
      ["ask"],
    );
    expect(clip.entities).toEqual(FLOW.entities);
    expect(clip.variables).toEqual({ day: { type: "date" } });
    expect(readClip(JSON.stringify(clip))).toEqual(clip);
  });

  it("comes into another bot with a free name; what leads to nobody there leads nowhere", () => {
    const other: FlowDocument = {
      format: "parley-flow/1",
      languages: ["en"],
      start: "menu",
      nodes: { menu: { type: "end" } },
    };
    const pasted = pasteNodes(other, copyNodes(FLOW, ["menu", "ask_day"]), null);
    expect(pasted.name).toBe("menu_2");
    const menu = nodes(pasted.document).menu_2!;
    expect(menu.options!.map(({ next }) => next)).toEqual(["ask_day", undefined, undefined]);
    expect(nodes(pasted.document).ask_day).not.toHaveProperty("next");
    expect(pasted.document.variables).toEqual({ day: { type: "date" } });
  });

  it("comes behind the open node of the same bot", () => {
    const pasted = pasteNodes(FLOW, copyNodes(FLOW, ["closed"]), placeAfter(FLOW, "hello"));
    expect(nodes(pasted.document).hello!.next).toBe("closed_2");
    expect(nodes(pasted.document).closed_2!.next).toBe("menu");
  });

  it.each([
    "",
    "{",
    "[]",
    '{"format":"other"}',
    '{"format":"parley-nodes/1","nodes":{}}',
    '{"format":"parley-nodes/1","nodes":{"a b":{"type":"end"}}}',
  ])("is not read from %j", (text) => expect(readClip(text)).toBeNull());
});

describe("intents and entities", () => {
  it("are renamed in their place", () => {
    expect(Object.keys(renameKey(FLOW, "intents", "service.book", "book").intents!)).toEqual(["book", "hours"]);
    expect(renameKey(FLOW, "intents", "hours", "service.book")).toBe(FLOW);
    expect(renameKey(FLOW, "intents", "hours", "")).toBe(FLOW);
  });

  it("take references along", () => {
    const asking = setAt(FLOW, ["nodes", "ask_day"], { type: "input", kind: "one_of", entity: "model" });
    expect(nodes(renameKey(asking, "entities", "model", "car")).ask_day!.entity).toBe("car");
    expect(nodes(deleteEntity(asking, "model")).ask_day).toEqual({ type: "input", kind: "text" });
    expect(deleteEntity(asking, "model").entities).toEqual({});
  });
});
