/** Bots as a person sees them. */
import { describe, expect, it } from "vitest";
import type { Bot } from "../../../../ui/features/bots/catalog/types";
import { opened } from "../../rendered";

const BOT: Bot = {
  id: "7",
  name: "Service Desk",
  group: "service",
  language: "hi",
  state: "live",
  state_reason: null,
  client: { id: "1", name: "Meridian Motors" },
  live_version: null,
  next_version: null,
  live_since: null,
  languages: ["en"],
  session_timeout_s: null,
  sessions_28d: 2690,
  revision: 41,
};
const page = (items: Bot[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const open = (items: Bot[], url = "/admin/bots", options = {}) => opened(url, () => page(items), options);

describe("the list", () => {
  it("says name, group, state, language and use", async () => {
    const shown = await open([BOT]);
    const row = shown.text("tbody tr")!;
    for (const part of ["Service Desk", "Service", "Live", "Hindi", "Meridian Motors", "2,690"])
      expect(row).toContain(part);
    expect(shown.link("tbody td a")).toBe("/reports/conversations?bot=7");
  });

  it("does not pass the lock counter off as a version", async () => {
    expect((await open([BOT])).text("table")).not.toContain("41");
  });

  it("says what a bot is when there is none, and keeps the form", async () => {
    const shown = await open([]);
    expect(shown.text(".empty h2")).toBe("No bots yet");
    expect(shown.document.querySelector("form.nb")).not.toBeNull();
  });

  it("tells a search without result from an empty workspace", async () => {
    expect((await open([], "/admin/bots?q=zzz")).text(".empty h2")).toBe("No bots match “zzz”");
  });
});

describe("the form", () => {
  it("keeps typed values and puts the error at its field", async () => {
    const form = {
      page: "/admin/bots",
      values: { name: "Service Desk", group: "sales", language: "ar" },
      problem: { status: 409, errors: { name: ["Taken."] } },
    };
    const shown = await open([BOT], "/admin/bots", { form });
    const input = shown.document.querySelector("input[name=name]")!;
    expect(input.getAttribute("value")).toBe("Service Desk");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(shown.document.getElementById(input.getAttribute("aria-describedby")!)?.textContent).toBe("Taken.");
    expect(
      [...shown.document.querySelectorAll("option[selected]")].map((option) => option.getAttribute("value")),
    ).toEqual(["sales", "ar"]);
  });

  it("says that the bot was made, once, and not when it was refused", async () => {
    const url = "/admin/bots?done=created";
    expect((await open([BOT], url)).text("[role=status].done")).toBe("Bot created.");
    const form = { page: "bots", values: {}, problem: { status: 409, errors: { name: ["Taken."] } } };
    expect((await open([BOT], url, { form })).text("[role=status].done")).toBe("");
    expect((await open([BOT], "/admin/bots?done=%3Cb%3E")).text("[role=status].done")).toBe("");
  });

  it("is not there for who may only read", async () => {
    const user = {
      id: "2",
      fullName: "V",
      username: "v",
      email: "v@example.com",
      role: "editor",
      avatar: "",
      ability: [{ action: "read", subject: "Bot" }],
    };
    expect((await open([BOT], "/admin/bots", { session: { user } })).document.querySelector("form.nb")).toBeNull();
  });
});
