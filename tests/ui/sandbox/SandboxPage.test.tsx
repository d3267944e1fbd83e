// @vitest-environment happy-dom
/** The sandbox: what a channel makes of messages, the turn looked into, and the conversation in the client's state. */
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { changesOf } from "../../../ui/features/sandbox/limits";
import type { Sandbox } from "../../../ui/features/sandbox/types";
import { selectSandboxChat } from "../../../ui/state";
import { cases } from "../../ssr/cases";
import { alive, calm, gone } from "../alive";
import { opened } from "../rendered";

const SANDBOX = cases("/api/v1/sandbox/71") as Sandbox;
const BOTS = { items: [], total: 1, page: 1, per: 100, next: null, previous: null };
const answer = (data: Sandbox) => (path: string) => (path.startsWith("/api/v1/sandbox/") ? data : BOTS);
const open = (url = "/sandbox?id=71", data = SANDBOX) => opened(url, answer(data));

describe("the phone", () => {
  it("cuts buttons as the channel does, and tells what it changes", async () => {
    const page = await open();
    const buttons = [...page.document.querySelectorAll(".sb-option")].map((button) => button.textContent);
    // A row of WhatsApp's lists has four characters more than its buttons.
    expect(buttons).toContain("Pick-up from a new place");
    expect(page.text(".sb-changes")).toContain("4 options; beyond 3 they become a list.");
  });

  it("cuts where the channel has no lists, and tells of it", async () => {
    const page = await open("/sandbox?id=71", { ...SANDBOX, channel: "messenger" });
    expect(page.text(".sb-options")).toContain("Pick-up from a new …");
    expect(page.text(".sb-changes")).toContain(
      "the button “Pick-up from a new place” has 24 characters; 20 are shown.",
    );
  });

  it("makes lines of more options than a list has rows", () => {
    const [message] = SANDBOX.turns.flatMap(({ messages }) => messages).filter(({ options }) => options.length > 0);
    const options = Array.from({ length: 11 }, (_, n) => ({ ...message!.options[0]!, id: `o${n}` }));
    const many = { ...SANDBOX, messages: [{ ...message!, options }], turns: [] };
    expect(changesOf(many).map(({ kind }) => kind)).toEqual(["numbered"]);
    expect(changesOf({ ...many, channel: "sms" }).map(({ kind }) => kind)).toEqual(["lines"]);
  });

  it("leaves buttons whole where the channel does", async () => {
    const page = await open("/sandbox?id=71", { ...SANDBOX, channel: "web" });
    expect(page.text(".sb-options")).toContain("Pick-up from a new place");
    expect(page.document.querySelector(".sb-changes")).toBeNull();
  });

  it("names keys on the telephone", async () => {
    const page = await open("/sandbox?id=71", { ...SANDBOX, channel: "voice" });
    expect(page.text(".sb-option")).toBe("Press 1: Yes");
  });

  it("counts each change once", () => {
    const twice = { ...SANDBOX, turns: [SANDBOX.turns[0]!, { ...SANDBOX.turns[0]!, number: 3 }] };
    expect(changesOf(twice).map(({ turn, kind }) => [turn, kind])).toEqual([[3, "list"]]);
  });
});

describe("the debugger", () => {
  it("tells how the turn that is asked for came about", async () => {
    const page = await open("/sandbox?id=71&turn=1");
    const path = page.text(".sb-path")!;
    for (const part of [
      "Intent",
      "Book a service 82%",
      "words and letters and meaning",
      "N is more than 1.0",
      "true",
      "timed out",
      "Time and Model",
    ])
      expect(path).toContain(part);
    expect(path).not.toMatch(/service\.book|tfidf|minilm|0\.82|n > 1/);
    expect(page.text("[aria-current=true] p")).toBe("book it");
  });

  it("lists the handlers that were asked", async () => {
    const tried = [
      { kind: "rasa", ms: 900, error: "timeout" },
      { kind: "openai", ms: 400, error: "" },
    ];
    const [first] = SANDBOX.turns;
    const calls = [{ node: null, type: "handler", handler: "openai", ms: 1300, tried }];
    const turns = [{ ...first!, trace: { ...first!.trace, calls } }];
    const path = (await open(`/sandbox?id=71&turn=${first!.number}`, { ...SANDBOX, turns })).text(".sb-path")!;
    expect(path).toContain("Handlers");
    expect(path).toContain("Rasa timed out");
    expect(path).toContain("Model");
  });

  it("marks a turn that was not understood, also where its question was only asked again", async () => {
    const first = SANDBOX.turns[0]!;
    const turns = [{ ...first, trace: { ...first.trace, rule: 9, fallback: null } }];
    const page = await open("/sandbox?id=71", { ...SANDBOX, turns });
    expect(page.text(".sb-path li.bad")).toContain("Not understood");
  });

  it("marks what is unset and what is new", async () => {
    const page = await open("/sandbox?id=71&turn=1");
    const rows = [...page.document.querySelectorAll(".sb-facts > div")].map((row) => row.textContent);
    expect(rows).toEqual(["Day2030-01-07 new", "Price empty"]);
  });

  it("shows a variable that is called as something every object has as unset", async () => {
    const declared = ["constructor", "toString"].map((name) => ({ ...SANDBOX.declared[0]!, name }));
    const page = await open("/sandbox?id=71&turn=1", {
      ...SANDBOX,
      declared,
      state: { ...SANDBOX.state, variables: {} },
    });
    const rows = [...page.document.querySelectorAll(".sb-facts > div dd")].map((row) => row.textContent.trim());
    expect(rows).toEqual(["empty", "empty"]);
  });

  it("has every way to go on as a form of its own", async () => {
    const page = await open();
    const calls = [...page.document.querySelectorAll("form")].map((form) =>
      new URLSearchParams(form.getAttribute("action")?.split("?")[1]).get("call"),
    );
    for (const call of ["", "/71", "/71/rewind", "/71/reset", "/71/case", "/71/messages"])
      expect(calls).toContain(`/api/v1/sandbox${call}`);
  });
});

describe("two versions", () => {
  const compared = (path: string) =>
    path.includes("/comparison?") ? cases(path) : path.startsWith("/api/v1/sandbox/") ? SANDBOX : BOTS;

  it("are compared by an address that the page leads to", async () => {
    const page = await open();
    const link = [...page.document.querySelectorAll("a")].find(
      (element) => element.textContent === "Compare two versions",
    );
    expect(link?.getAttribute("href")).toMatch(/with=/);
  });

  it("have a phone each, and what differs is named with both sides", async () => {
    const page = await opened("/sandbox?id=71&with=2", compared);
    expect(page.requests).toContain("/api/v1/sandbox/71/comparison?with=2");
    expect(page.texts(".sb-debug h2 .pill")).toEqual(["1 difference"]);
    expect(page.texts(".sb-side")).toEqual(["A Working copy", "B Version 2"]);
    const [a, b] = [...page.document.querySelectorAll(".sb-phone")];
    expect(a!.querySelectorAll(".sb-line")).toHaveLength(1);
    expect(b!.querySelectorAll(".sb-line")).toHaveLength(0);
    expect(b!.textContent).toContain("Booked <b>otherwise</b>");
    expect(page.texts(".sb-compared > li > .row .small")).toEqual(["The same", "The same", "Different"]);
    expect([page.texts("del"), page.texts("ins")]).toEqual([["<so>"], ["otherwise"]]);
    const lines = [...page.document.querySelectorAll(".sb-diff > div")].map((line) => line.textContent);
    expect(lines).toEqual([
      "TextBooked <so>otherwise",
      "Options on one side onlyA Yes and NoB empty",
      "Chosen option, where it is offeredA yesB empty",
      "IntentA Book a serviceB empty",
      "RouteA Check → CallB Check",
      "Leads toA ConfirmB Call",
      'DayA 2030-01-07B {"of":1}',
      "Links, pictures or order",
    ]);
  });

  it("are chosen by a plain form that keeps the conversation", async () => {
    const page = await opened("/sandbox?id=71&with=2", compared);
    const form = page.document.querySelector('form[action="/sandbox"]')!;
    expect(form.getAttribute("method")).toBe("get");
    expect(form.querySelector("input[name=id]")?.getAttribute("value")).toBe("71");
    expect(form.querySelector("select[name=with] option[selected]")?.getAttribute("value")).toBe("2");
  });
});

describe("a tester's conversation", () => {
  const read = (path: string) => cases(path) ?? BOTS;

  it("is read with the comments beside their turns, which are ticked by forms", async () => {
    const page = await opened("/sandbox?id=72&turn=1", read);
    expect(page.text("#t1 .sb-comment")).toContain("It should ask <which> car");
    expect(page.texts(".sb-comment.done")).toHaveLength(1);
    expect(page.document.querySelectorAll(".sb-line")).toHaveLength(0);
    const actions = [...page.document.querySelectorAll("form")].map((form) => form.getAttribute("action") ?? "");
    expect(actions.some((action) => action.includes("test-comments%2F91"))).toBe(true);
    expect(actions.some((action) => action.includes("%2Frewind") || action.includes("%2Freset"))).toBe(false);
  });

  it("shows its tester the chat alone, and a form for the turn they name", async () => {
    const page = await opened("/test/81.0?chat=72.0&on=2", read);
    expect(page.document.querySelectorAll(".sb-phone")).toHaveLength(1);
    expect(page.document.querySelector(".sb-debug")).toBeNull();
    expect(page.document.querySelector("input[name=turn]")?.getAttribute("value")).toBe("1");
    expect(page.texts(".tt-comments p")).toHaveLength(2);
  });

  it("says why a link is over, under its status", async () => {
    const page = await opened("/test/81.0", () => ({ status: 410, code: "link_revoked" }), { status: 410 });
    expect(page.status).toBe(410);
    expect(page.text(".problem")).toContain("This link was revoked");
  });
});

describe("the conversation in the client's state", () => {
  afterEach(gone);

  it("grows message by message and is empty once it is left", async () => {
    const { store, settle } = await alive("/sandbox?id=71", answer(SANDBOX));
    const texts = () => selectSandboxChat(store.getState()).map(({ speaker, text }) => `${speaker}: ${text}`);
    expect(texts()).toEqual(["bot: Hello Rohan", "user: book it", "bot: Shall I book it?", "user: yes", "system: "]);
    const input = document.querySelector<HTMLInputElement>(".sb-line input[name=text]")!;
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "hello?");
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await act(async () => input.form!.requestSubmit());
    const { trace, at } = SANDBOX.turns[0]!;
    const reply = { ...SANDBOX.messages[0]!, text: "Still here" };
    await settle({ data: { turn: 3, messages: [reply], trace, state: SANDBOX.state, at } });
    await calm();
    expect(texts().slice(5)).toEqual(["user: hello?", "bot: Still here"]);
    await gone();
    expect(texts()).toEqual([]);
  });
});
