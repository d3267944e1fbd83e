/** Who answers beside a bot's flow, as a person sees it. */
import { describe, expect, it } from "vitest";
import { HANDLERS, SHADOWS } from "../../../ssr/handlers";
import { answer } from "../../../ssr/examples";
import { opened } from "../../rendered";

const PAGE = "/admin/bots/7/handler";
const CALL = "/api/v1/bots/7/handler";
const open = (handlers = HANDLERS, options = {}, shadows = SHADOWS) =>
  opened(
    PAGE,
    (path) => (path.endsWith("/handler") ? handlers : path.includes("/handler/shadow") ? shadows : answer(path)),
    options,
  );
type Page = Awaited<ReturnType<typeof open>>["document"];
/** Who answers after the flow, in order. */
const chain = (document: Page) =>
  [...document.querySelectorAll('input[name="fallback[]"][checked]')].map((box) => box.getAttribute("value"));
const places = (document: Page) =>
  [...document.querySelectorAll(".sortable > li")].map((row) => row.getAttribute("data-id"));
const chosen = (document: Page, name: string) =>
  [...document.querySelectorAll(`select[name="${name}"] option[selected]`)].map((option) =>
    option.getAttribute("value"),
  );

describe("handlers", () => {
  it("are in their order after the flow, and say how each is asked", async () => {
    const { document, text } = await open();
    expect(text(".bh-flow")).toContain("Always first.");
    expect(chain(document)).toEqual(["knowledge", "openai"]);
    expect(places(document)).toEqual(["knowledge", "openai", "http", "rasa"]);
    expect(document.querySelector('[name="openai.url"]')!.getAttribute("value")).toBe(
      "https://llm.meridian.example/v1",
    );
    const summaries = [...document.querySelectorAll(".bh-one > summary")].map((summary) => summary.textContent);
    expect(summaries[0]).toContain("meridian-chat-2 · llm.meridian.example · key ends in 9f2c");
    expect(summaries[1]).toContain("not set up");
    expect(summaries[2]).toContain("not set up");
    expect(chosen(document, "shadow.kind")).toEqual(["rasa"]);
  });

  it("are stored on the revision one sees, and never show a key again", async () => {
    const { document } = await open();
    const action = document.querySelector("#order form")!.getAttribute("action")!;
    expect(action).toContain("method=PUT");
    expect(action).toContain("revision=3");
    expect(document.querySelector('[name="openai.secret"]')!.getAttribute("value") ?? "").toBe("");
  });

  it("open where something is wrong, and keep what was typed", async () => {
    const form = {
      page: "bot-handler",
      values: {
        order: "openai,knowledge,rasa,http",
        "fallback[]": "openai\nknowledge",
        "openai.url": "https://x.example",
      },
      problem: { status: 422, instance: CALL, errors: { "openai.model": ["Say which model answers."] } },
    };
    const { document, text } = await open(HANDLERS, { form });
    expect(chain(document)).toEqual(["openai", "knowledge"]);
    expect(places(document)).toEqual(["openai", "knowledge", "rasa", "http"]);
    expect([...document.querySelectorAll(".bh-one")].map((details) => details.hasAttribute("open"))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(text(".bh-one .field-error")).toBe("Say which model answers.");
  });

  it("are moved without script by a button that sends the form with the new order", async () => {
    const { document } = await open();
    const buttons = [...document.querySelectorAll('.sortable > li:nth-child(2) button[name="order"]')];
    expect(buttons.map((button) => button.getAttribute("value"))).toEqual([
      "openai,knowledge,http,rasa",
      "knowledge,http,openai,rasa",
    ]);
    expect(document.querySelector('input[name="order"]')).toBeNull();
    // Enter in a field saves; it moves nothing.
    expect(document.querySelector("#order form button")!.hasAttribute("name")).toBe(false);
  });

  it("show the test's whole chain without script", async () => {
    const call = {
      kind: "openai",
      ms: 1904,
      status: 200,
      error: "",
      answer: "Yes.",
      usage: { prompt: 212, completion: 58 },
    };
    const tested = {
      text: "does a CNG kit end my warranty?",
      answer: "Yes.",
      kind: "openai",
      ms: 1913,
      calls: [{ ...call, kind: "flow", error: "no_match", answer: "", usage: null }, call],
    };
    const form = { page: "bot-handler", values: {}, problem: { status: 200 }, answer: tested };
    const { document, text } = await open(HANDLERS, { form });
    expect(text("#test .bh-answer")).toBe("Yes.");
    expect(text("#test .bh-calls")).toContain("has no answer");
    expect(text("#test .is-answer")).toContain("212 + 58 tokens");
    expect(document.querySelector('#test [name="text"]')!.getAttribute("value")).toBe(tested.text);
  });

  it("compare what another one would have answered", async () => {
    const { text } = await open();
    expect(text("#shadow")).toContain("370 answers · 22 without a reply · 13 failed");
    expect(text(".bh-shadows li")).toContain("AC check-up");
    const none = { ...SHADOWS, items: [], total: 0 };
    expect((await open(HANDLERS, {}, none)).text("#shadow")).toContain("Nothing to compare yet");
  });
});
