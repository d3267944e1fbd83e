/** One conversation as a person sees it. */
import { describe, expect, it } from "vitest";
import { opened } from "../../rendered";
import type { Journey } from "../../../../ui/features/reports/history/types";
import { list, row, transcript } from "./conversation";

const open = (url: string, data = transcript("1"), journey: Journey = { items: [], total: 0 }) =>
  opened(url, (path) =>
    path.endsWith("/journey") ? journey : path.startsWith("/api/v1/conversations/") ? data : list(),
  );

describe("turns", () => {
  it("are numbered, and each is an address", async () => {
    const page = await open("/reports/conversations/1?outcome=error");
    const links = [...page.document.querySelectorAll(".no")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/reports/conversations/1?outcome=error&turn=1#t1",
      "/reports/conversations/1?outcome=error&turn=2#t2",
    ]);
    expect(page.document.querySelector("li#t2")).not.toBeNull();
  });

  it("show who said what, markup as text, and why there was a fallback", async () => {
    const page = await open("/reports/conversations/1");
    expect(page.texts(".bu .sr")).toEqual(["Customer", "Bot", "Customer", "Bot"]);
    expect(page.texts(".bu p")[1]).toBe("Is this for <MH 12>?");
    expect(page.texts(".bu .pill")).toEqual(["Fallback, low confidence"]);
  });

  it("tell what the client's policy has erased: all of it once, a picture by itself", async () => {
    const whole = transcript("9", { erased_days: 400 });
    const emptied = { text: "", erased_days: 400 };
    const turns = whole.turns.map((turn) => ({
      ...turn,
      messages: turn.messages.map((message) => ({ ...message, ...emptied })),
    }));
    const gone = await open("/reports/conversations/9", { ...whole, turns });
    expect(gone.text(".tn .notice")).toContain("Erased after 400 days by the client’s policy");
    expect(gone.text("#t1 .bu.user")).toContain("Erased");
    expect(gone.text("#t1 .bu.user")).not.toContain("400");
    const data = transcript("9");
    const picture = { ...data.turns[0]!.messages[0]!, kind: "media", text: "", erased_days: 90 };
    const page = await open("/reports/conversations/9", {
      ...data,
      turns: [{ ...data.turns[0]!, messages: [picture] }],
    });
    expect(page.document.querySelector(".tn .notice")).toBeNull();
    expect(page.text("#t1 .bu.user")).toContain("Erased after 90 days by the client’s policy");
  });

  it("are inspected when chosen", async () => {
    const page = await open("/reports/conversations/1?turn=2");
    expect(page.document.querySelector("li.on")?.id).toBe("t2");
    const inspector = page.text(".ci")!;
    for (const part of ["Turn 2", "What a service costs", "47%", "840ms", "Price", "11800", "INFORM", "BookService"])
      expect(inspector).toContain(part);
  });
});

describe("the list beside", () => {
  it("marks the open conversation and leads to the others with the same filters", async () => {
    const page = await open("/reports/conversations/1?outcome=error");
    expect(page.link(".cb li a[aria-current]")).toBe("/reports/conversations/1?outcome=error");
    expect(page.link(".cb > p a")).toBe("/reports/conversations?outcome=error");
    const nav = [...page.document.querySelectorAll(".ch nav a")].map((link) => link.getAttribute("href"));
    expect(nav).toEqual(["/reports/conversations/99?outcome=error", "/reports/conversations/2?outcome=error"]);
  });

  it("falls back to the neighbours of all conversations", async () => {
    const page = await open("/reports/conversations/55", transcript("55"));
    const nav = [...page.document.querySelectorAll(".ch nav a")].map((link) => link.getAttribute("href"));
    expect(nav).toEqual(["/reports/conversations/99", "/reports/conversations/98"]);
  });
});

describe("the contact’s other conversations", () => {
  it("are links, newest first as they were answered, beside one to all of them", async () => {
    const items = [row("9", { estimated: true }), row("8", { intent: null, intent_title: null })];
    const page = await open("/reports/conversations/1?outcome=error", transcript("1"), { items, total: 12 });
    const links = [...page.document.querySelectorAll(".cj a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/reports/conversations/9",
      "/reports/conversations/8",
      "/reports/conversations?r=all&contact=5&data=all",
      "/reports/contacts/5",
    ]);
    expect(page.texts(".cj li")).toEqual([
      "≈ 21 Nov 2026Book a serviceHanded off",
      "21 Nov 2026Service DeskHanded off",
    ]);
    expect(page.text(".cj > a")).toBe("Show all 13 conversations");
  });

  it("may be none, or not known", async () => {
    const known = { ...transcript("1").facts, known: { ...transcript("1").facts.known, people: "known" as const } };
    expect((await open("/reports/conversations/1", transcript("1", { facts: known }))).text(".cj p")).toBe(
      "No other conversations.",
    );
    expect((await open("/reports/conversations/1")).text(".cj p")).toBe("Contact is unknown: the source has none");
  });
});

it("says what the source of the conversation could not tell", async () => {
  const text = (await open("/reports/conversations/1")).text(".ci");
  for (const part of ["Times are estimated: the file has none", "Contact is unknown: the source has none", "Ratings"])
    expect(text).toContain(part);
  expect(text).not.toContain("Understanding (confidence)");
});

it("is a 404 when the API knows none", async () => {
  const page = await opened("/reports/conversations/404", () => ({ status: 404 }), { status: 404 });
  expect(page.status).toBe(404);
});
