/** Where texts stand, what is to be done about each, and which are listed. */
import { describe, expect, it } from "vitest";
import { filterPlaces, places, stateOf } from "../../../../ui/features/bots/texts/places";
import { FLOW } from "../document/flows";
import type { FlowDocument } from "../../../../ui/features/bots/document/types";

const DOCUMENT: FlowDocument = {
  format: "parley-flow/1",
  languages: ["en", "hi"],
  start: "hello",
  nodes: {
    hello: {
      type: "message",
      text: { en: "Hello", hi: "नमस्ते" },
      next: "menu",
      media: { url: "https://dealer.example/a.png", alt: { en: "Our yard" } },
    },
    menu: {
      type: "choice",
      text: { en: ["What?", " "] },
      options: [{ id: "bye", label: { en: "A label of more than twenty", hi: "विदा" }, next: "bye" }],
    },
    bye: { type: "end", text: { en: "Bye", hi: "विदा" } },
  },
  intents: { "service.book": { goto: "menu", title: { en: "Service" } } },
  fallback: { text: { en: "Sorry?", hi: "क्या?" } },
  knowledge: [{ question: { en: "When are you open?" }, answer: { en: "From nine.", hi: "नौ से।" } }],
};
const all = places(DOCUMENT);
const at = (path: string) => all.find((place) => place.path === path)!;

describe("the texts of a document", () => {
  it("have the paths that the API knows, in the order of the outline", () => {
    expect(all.map(({ path, limit, needed }) => [path, limit, needed])).toEqual([
      ["nodes/hello/text", 1024, true],
      ["nodes/hello/media/alt", 1024, false],
      ["nodes/menu/text", 1024, true],
      ["nodes/menu/options/0/label", 20, true],
      ["nodes/bye/text", 1024, true],
      ["fallback/text", 1024, true],
      ["knowledge/0/question", 1024, false],
      ["knowledge/0/answer", 1024, true],
      ["intents/service.book/title", 20, false],
    ]);
    expect(places(FLOW).length).toBeGreaterThan(5);
  });

  it("are missing where needed, to be checked where they lag behind, or too long", () => {
    const stale = { hi: ["nodes/hello/text"] };
    expect(stateOf(at("nodes/menu/text"), "en", stale)).toBe("missing");
    expect(stateOf(at("nodes/menu/text"), "hi", stale)).toBe("missing");
    expect(stateOf(at("nodes/hello/text"), "hi", stale)).toBe("stale");
    expect(stateOf(at("nodes/hello/text"), "en", stale)).toBeUndefined();
    expect(stateOf(at("nodes/menu/options/0/label"), "en", stale)).toBe("long");
    expect(stateOf(at("knowledge/0/question"), "hi", stale)).toBeUndefined();
    expect(stateOf(at("nodes/bye/text"), "hi", stale)).toBeUndefined();
  });

  it("are narrowed to a state and to words in any language", () => {
    const expected = { only: "" as const, q: "", languages: ["en", "hi"], stale: {} };
    const paths = (more: Partial<Parameters<typeof filterPlaces>[1]>) =>
      filterPlaces(all, { ...expected, ...more }).map(({ path }) => path);
    expect(paths({})).toHaveLength(9);
    expect(paths({ only: "missing" })).toEqual(["nodes/menu/text"]);
    expect(paths({ only: "long" })).toEqual(["nodes/menu/options/0/label"]);
    expect(paths({ q: "विदा LABEL" })).toEqual(["nodes/menu/options/0/label"]);
    expect(paths({ only: "stale", stale: { hi: ["fallback/text"] } })).toEqual(["fallback/text"]);
  });
});
