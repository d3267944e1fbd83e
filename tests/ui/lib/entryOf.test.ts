import { describe, expect, it } from "vitest";
import { addMessages, pattern } from "../../../ui/lib/messages";
import { entryOf } from "../../../ui/lib/entryOf";
import { merge } from "../../../ui/features/bots/document/merge";
import { copyNodes, pasteNodes } from "../../../ui/features/bots/document/clip";
import { deleteNode, moveNode, placeAfter, renameNode, setAt, valueAt } from "../../../ui/features/bots/document/edit";
import { openEnds, reachable } from "../../../ui/features/bots/document/graph";
import { inOrder } from "../../../ui/features/bots/document/outline";
import { addPhrases, countIn } from "../../../ui/features/bots/understanding/phrases";
import type { FlowDocument, FlowNode } from "../../../ui/features/bots/document/types";

/** What every object has without being given it. */
const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty"];

const bot = (nodes: [string, FlowNode][], intents = {}): FlowDocument => ({
  format: "parley-flow/1",
  languages: ["en"],
  start: "hello",
  nodes: Object.fromEntries([["hello", { type: "message", text: { en: "Hi" } }], ...nodes]),
  intents,
});
const leading = (to: string) => ({ ...bot([]), nodes: { hello: { type: "message", next: to } as FlowNode } });

describe.each(NAMES)("a name that every object has: %s", (name) => {
  it("is no entry of an object that was not given it", () => {
    expect(entryOf({}, name)).toBeUndefined();
    expect(valueAt({}, [name])).toBeUndefined();
    addMessages("en", "small", { title: "Title" });
    expect(pattern("en", `small.${name}`)).toBe(`small.${name}`);
  });

  it("leads nowhere where no node has it", () => {
    const document = leading(name);
    expect(openEnds(document).has("hello")).toBe(true);
    expect([...reachable(document, ["hello"])]).toEqual(["hello"]);
    expect(inOrder(document)).toEqual(["hello"]);
    expect(placeAfter(document, name)).toBeNull();
    expect(deleteNode(document, name)).toBe(document);
    expect(copyNodes(document, [name]).nodes).toEqual({});
  });

  it("can be the name of a node as any other", () => {
    const document = renameNode(bot([["end", { type: "end" }]]), "end", name);
    expect(Object.keys(document.nodes)).toEqual(["hello", name]);
    const aimed = setAt(document, ["nodes", "hello", "next"], name);
    expect(openEnds(aimed).size).toBe(0);
    expect(inOrder(aimed)).toEqual(["hello", name]);
    const pasted = pasteNodes(aimed, copyNodes(aimed, [name]), null);
    expect(pasted.name).toBe(`${name}_2`);
    expect(moveNode(aimed, "hello", { after: "gone", path: ["next"] })).toBe(aimed);
    expect(Object.keys(deleteNode(aimed, name).nodes)).toEqual(["hello"]);
  });

  it("is kept when two people's changes are put together", () => {
    const base = bot([]);
    const mine = bot([[name, { type: "end" }]]);
    const theirs = { ...base, languages: ["en", "hi"] };
    const { merged, clashes } = merge(base, mine, theirs);
    expect(clashes).toEqual([]);
    expect(Object.keys(merged.nodes)).toContain(name);
    expect(merged.languages).toEqual(["en", "hi"]);
  });

  it("can be the name of an intent", () => {
    const document = bot([], Object.fromEntries([[name, { goto: "hello", phrases: {} }]]));
    expect(countIn(bot([]), name, "en")).toBe(0);
    expect(countIn(addPhrases(document, name, [{ text: "hey", language: "en" }]), name, "en")).toBe(1);
  });
});
