/** A bot's regression cases as a person sees them. */
import { describe, expect, it } from "vitest";
import type { Case } from "../../../../ui/features/bots/cases/types";
import { answer } from "../../../ssr/examples";
import { cases } from "../../../ssr/cases";
import { opened, SESSION } from "../../rendered";

const ONE = cases("/api/v1/bots/7/cases/61") as Case;
const open = (url = "/admin/bots/7/cases", own: (path: string) => unknown = () => undefined, options = {}) =>
  opened(url, (path) => own(path) ?? answer(path), options);
const callOf = (form: { getAttribute: (name: string) => string | null } | null) =>
  new URLSearchParams(form!.getAttribute("action")!.split("?")[1]);

describe("the list", () => {
  it("says how each case went last, and whether that still holds", async () => {
    const page = await open();
    const rows = [...page.document.querySelectorAll(".cs-row")].map((row) => row.textContent);
    expect(rows[0]).toContain("Out of dateFailed in 1 turn");
    expect(rows[0]).toContain("From the sandbox · 2 turns");
    expect(rows[1]).toContain("Not run yet");
  });

  it("runs all of them by a form", async () => {
    const page = await open();
    const form = page.document.querySelector(".card form")!;
    expect(callOf(form).get("call")).toBe("/api/v1/bots/7/cases/run");
  });

  it("says what a case is while there is none, and has the form", async () => {
    const none = { items: [], total: 0, page: 1, per: 25, next: null, previous: null };
    const page = await open("/admin/bots/7/cases", (path) => (path.includes("/cases") ? none : undefined));
    expect(page.text(".empty h2")).toBe("No cases yet");
    expect(page.document.querySelector("#new input[name=name]")).not.toBeNull();
  });

  it("offers those who only read nothing to change", async () => {
    const session = { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Bot" }] } };
    const page = await open("/admin/bots/7/cases?case=61", () => undefined, { session });
    expect(page.document.querySelector(".cs form")).toBeNull();
    expect(page.text(".cs-turns")).toContain("when are you open");
  });
});

describe("a case", () => {
  it("shows expected beside actual, turn by turn", async () => {
    const page = await open("/admin/bots/7/cases?case=61");
    const turns = [...page.document.querySelectorAll(".cs-turns > li")].map((turn) => turn.textContent);
    expect(turns[0]).toContain("Intent: Hours · Waits at: nothing · Answer contains: Nine");
    expect(turns[0]).toContain("Recorded: Answers9 to 6ActualNine to six");
    expect(turns[0]).toContain("No answer was recorded for Booking");
    expect(turns[1]).toContain("Expected: VariablesDay: 2030-01-07ActualDay: nothing");
    expect(turns[2]).toContain("Expects nothing");
    expect(page.link(".cs-about a")).toBe("/sandbox?id=71");
  });

  it("is opened in the sandbox, run and deleted by forms", async () => {
    const page = await open("/admin/bots/7/cases?case=61");
    const calls = [...page.document.querySelectorAll(".cs form")].map((form) => {
      const call = callOf(form);
      return `${call.get("method")} ${call.get("call")}`;
    });
    expect(calls).toContain("POST /api/v1/sandbox");
    expect(calls).toContain("DELETE /api/v1/bots/7/cases/61");
  });

  it("is changed in a form that says everything it expects", async () => {
    const page = await open("/admin/bots/7/cases?case=61&view=edit");
    const value = (name: string) =>
      page.document.querySelector(`[name="${name}"]`)?.getAttribute("value") ??
      page.document.querySelector(`select[name="${name}"] option[selected]`)?.getAttribute("value") ??
      page.document.querySelector(`textarea[name="${name}"]`)?.textContent;
    expect(value("turns.0.value")).toBe("when are you open");
    expect(value("turns.0.expect.node")).toBe("-");
    expect(value("turns.1.expect.slots")).toBe("day = 2030-01-07\nn = 3");
    expect(value("turns.4.value")).toBe("");
    expect(callOf(page.document.querySelector(".cs .card form.stack")).get("revision")).toBe("2");
  });

  it("keeps what was typed when the call refuses it", async () => {
    const form = {
      page: "/admin/bots/7/cases",
      values: { name: "", "turns.0.kind": "choice", "turns.0.value": "yes" },
      problem: { status: 422, errors: { name: ["Too short."] } },
    };
    const page = await open("/admin/bots/7/cases", () => undefined, { form });
    expect(page.document.querySelector('[name="turns.0.value"]')?.getAttribute("value")).toBe("yes");
    expect(page.document.querySelector("#new input[name=name]")?.getAttribute("aria-invalid")).toBe("true");
    expect(ONE.turns).toHaveLength(3);
  });
});

describe("a case of a conversation that one cannot read", () => {
  it("says so, and can be neither changed nor opened in the sandbox", async () => {
    const hidden: Case = { ...ONE, hidden: true, name: "•••", link: null, source: "transcript" };
    const own = (path: string) => (/cases\/61$/.test(path) ? hidden : undefined);
    const { text, document } = await open("/admin/bots/7/cases?case=61&view=edit", own);
    expect(text(".cs-about")).toContain("You cannot read this conversation, so its words are left out");
    expect(document.querySelector("form[action*='sandbox'] input[name=case]")).toBeNull();
    expect(document.querySelector("form[action*='method=PUT']")).toBeNull();
    expect(document.querySelectorAll(".cs-turns li").length).toBeGreaterThan(0);
  });
});
