/** A form without script sends back all that its part of the document has, what it does not show included. */
import { describe, expect, it } from "vitest";
import type { FlowDocument } from "../../../../ui/features/bots/document/types";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { opened } from "../../rendered";

const TEXT = { en: "Hello", hi: "नमस्ते", "hi-Latn": "Namaste", mr: ["नमस्कार", "राम राम"] };
const DOCUMENT: FlowDocument = {
  format: "parley-flow/1",
  languages: ["en", "hi", "hi-Latn", "mr"],
  start: "message",
  entities: { model: { values: { vela: { en: ["Vela"], ta: ["வேலா"] } } } },
  intents: { book: { goto: "message", title: TEXT, phrases: { en: ["book"], ta: ["பதிவு"] } } },
  fallback: { times: 2, text: TEXT, then: "end" },
  confirm: { text: TEXT },
  restart: { en: ["restart"], ta: ["மீண்டும்"] },
  hours: { zone: "Asia/Kolkata", week: { mon: [["09:00", "18:00"]] }, holidays: ["2026-12-25"] },
  knowledge: [{ question: TEXT, answer: TEXT }],
  nodes: {
    message: {
      type: "message",
      text: TEXT,
      next: "end",
      media: { url: "https://a.example/a.png", alt: TEXT, kind: "image" },
      buttons: [{ label: TEXT, url: "https://a.example" }],
    },
    choice: {
      type: "choice",
      text: TEXT,
      next: "end",
      save: "kind",
      options: [{ id: "a", label: TEXT, next: "end", set: { kind: "'a'" } }],
    },
    input: {
      type: "input",
      text: TEXT,
      kind: "date",
      scale: 10,
      save: "day",
      next: "end",
      retry: { times: 1, text: TEXT, then: "end" },
      skip: { label: TEXT, next: "end" },
    },
    condition: { type: "condition", text: TEXT, next: "end", branches: [{ if: "true", next: "end" }], else: "end" },
    jump: { type: "jump", text: TEXT, to: "end", next: "end" },
    handoff: { type: "handoff", text: TEXT, queue: "service", next: "end", closed: "end" },
    rate: { type: "rate", text: TEXT, scale: 5, save: "stars", next: "end" },
    lead: { type: "lead", text: TEXT, fields: { name: "customer" }, next: "end", failed: "end" },
    offer: { type: "offer", fields: { model: "model" }, save: "offer", none: "end", next: "end" },
    end: { type: "end", text: TEXT, next: "message" },
  },
};

const open = (query: string, tab = "flow") =>
  opened(`/admin/bots/7/${tab}${query}`, (path) => {
    const fixture = flow(path);
    return path.endsWith("/working-copy") ? { ...(fixture as object), document: DOCUMENT } : (fixture ?? answer(path));
  });

/** Every value below a part, by the names of fields; pairs stand in rows of their own. */
function leaves(value: unknown, name = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "set" ? [] : leaves(inner, name ? `${name}.${key}` : key),
  );
}

async function sent(query: string, tab?: string): Promise<Map<string, string>> {
  const { document } = await open(query, tab);
  const fields = [...document.querySelectorAll("input[name], select[name], textarea[name]")];
  return new Map(
    fields.map((field) => {
      const chosen = field.querySelector("option[selected]") ?? field.querySelector("option");
      const value = field.tagName === "TEXTAREA" ? field.textContent : (chosen ?? field).getAttribute("value");
      return [field.getAttribute("name")!, value ?? chosen?.textContent ?? ""];
    }),
  );
}

/** Whether a row of a form sends a name with its value. */
const isPair = (fields: Map<string, string>, name: string, value: string) =>
  [...fields].some(
    ([key, content]) => /\.name$/.test(key) && content === name && fields.get(key.replace(/name$/, "value")) === value,
  );

/** Texts of one wording are sent as the first of a list, phrases as lines. */
function expectAll(all: [string, string][], fields: Map<string, string>) {
  const lost = all.filter(
    ([name, value]) =>
      fields.get(name) !== value &&
      fields.get(`${name}.0`) !== value &&
      !fields.get(name.replace(/\.\d+$/, ""))?.includes(value) &&
      !isPair(fields, name.replace(/^.*\./, ""), value),
  );
  expect(lost).toEqual([]);
}

describe("the form", () => {
  it.each(Object.entries(DOCUMENT.nodes))(
    "of a %s node sends its texts in every language, and the rest",
    async (name, node) => {
      expectAll(leaves(node), await sent(`?node=${name}`));
    },
  );

  it.each(["fallback", "confirm", "restart", "hours"] as const)("of %s sends all of it", async (part) => {
    expectAll(leaves({ [part]: DOCUMENT[part as keyof FlowDocument] }), await sent(`?part=${part}`));
  });

  it("of an intent, an entity and answers sends all of it", async () => {
    expectAll(leaves(DOCUMENT.intents!.book), await sent("?part=intent:book"));
    expectAll(
      leaves({ values: [DOCUMENT.entities!.model!.values.vela] }),
      await sent("?entity=model", "understanding"),
    );
    expectAll(leaves({ knowledge: DOCUMENT.knowledge }), await sent("", "knowledge"));
  });
});
