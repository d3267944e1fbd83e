/** A bot's own page as a person sees it. */
import { describe, expect, it } from "vitest";
import { BOT, bots, FIGURES, MISSES } from "../../../ssr/bots";
import { moment } from "../../reports/dashboard/dashboard";
import { opened } from "../../rendered";

const now = (path: string) => (path === "/api/v1/reports/now?bot=7" ? moment() : undefined);
const open = (url = "/admin/bots/7", options = {}, own: (path: string) => unknown = () => undefined) =>
  opened(url, (path) => own(path) ?? now(path) ?? bots(path), options);
const actions = (page: Awaited<ReturnType<typeof open>>, selector: string) =>
  [...page.document.querySelectorAll(selector)].map((form) => decodeURIComponent(form.getAttribute("action") ?? ""));

describe("the frame", () => {
  it("says what one knows the bot by, and shows its tabs", async () => {
    const page = await open();
    expect(page.text("h1")).toBe("Service Desk");
    for (const part of ["v41 live since 14 Nov 2026, 16:20", "Service", "English, Hindi", "Meridian Motors"])
      expect(page.text(".page-title")).toContain(part);
    const tabs = [...page.document.querySelectorAll("nav.tabs a")].map((tab) => tab.getAttribute("href"));
    expect(tabs).toEqual(expect.arrayContaining(["/admin/bots/7", "/admin/bots/7/versions", "/admin/bots/7/settings"]));
    expect(tabs).toContain("/admin/bots/7/knowledge");
    expect(tabs).toContain("/admin/bots/7/voice");
    expect(page.text("nav.tabs [aria-current]")).toContain("Overview");
  });

  it("counts what is wrong at its tab", async () => {
    const page = await open();
    const flow = page.document.querySelector("nav.tabs a[href='/admin/bots/7/flow']");
    if (flow) expect(flow.querySelector(".wrong .sr")?.textContent).toBe("1 error");
  });

  it("offers what the state allows: a paused bot is resumed, an archived one restored and not tried", async () => {
    const paused = await open("/admin/bots/7", {}, (path) =>
      path === "/api/v1/bots/7" ? { ...BOT, state: "paused", state_reason: "Stock taking" } : undefined,
    );
    const [tried, resumed] = actions(paused, ".page-actions > form");
    // Trying begins a conversation with this bot at once.
    expect(tried).toContain("call=/api/v1/sandbox&");
    expect(tried).toContain("then=/sandbox?id={id}");
    expect(resumed).toContain("call=/api/v1/bots/7/resume");
    expect(paused.text(".notice")).toContain("Stock taking");
    const archived = await open("/admin/bots/7", {}, (path) =>
      path === "/api/v1/bots/7" ? { ...BOT, state: "archived" } : undefined,
    );
    expect(archived.text(".page-actions")).not.toContain("Try");
    expect(actions(archived, ".page-actions form").join()).toContain("call=/api/v1/bots/7/restore");
  });
});

describe("the channels", () => {
  it("are there with their state, last event and conversations, the words of all that a channel has", async () => {
    const page = await open();
    const rows = [...page.document.querySelectorAll(".bch li")];
    expect(rows.map((row) => row.querySelector(".bch-n")?.textContent)).toEqual(["1,204", "0"]);
    expect(rows[0]!.textContent).toContain("Web chat");
    expect(rows[0]!.querySelector(".bch-n a")?.getAttribute("href")).toBe("/reports/conversations?bot=7&ch=web");
    expect(rows[1]!.querySelector(".state-mark.degraded")).not.toBeNull();
    for (const part of ["Slack", "T1, T2", "Degraded"]) expect(rows[1]!.textContent).toContain(part);
  });
});

describe("a bot of another person", () => {
  it("shows an author that they see no figures of it", async () => {
    const page = await open("/admin/bots/7", {}, (path) =>
      path === "/api/v1/bots/7/figures" ? { ...FIGURES, visible: false } : undefined,
    );
    expect(page.text("main .notice")).toContain("You see figures and conversations of your own bots.");
    expect([page.document.querySelector("#misses"), page.document.querySelector(".stats")]).toEqual([null, null]);
    expect((await open()).document.querySelector("#misses")).not.toBeNull();
  });
});

describe("a bot that was never live", () => {
  it("has first steps; one that is live has none", async () => {
    const fresh = await open("/admin/bots/7", {}, (path) =>
      path === "/api/v1/bots/7" ? { ...BOT, live_version: null } : undefined,
    );
    expect(fresh.text(".bp-side")).toContain("First steps");
    expect([...fresh.document.querySelectorAll(".bp-side ol a")].map((link) => link.getAttribute("href"))).toContain(
      "/admin/bots/7/versions#publish",
    );
    expect((await open()).text(".bp-side")).not.toContain("First steps");
  });
});

describe("figures", () => {
  it("lead to what they count, beside what is usual", async () => {
    const page = await open();
    const links = [...page.document.querySelectorAll(".ks h2 a")].map((link) => link.getAttribute("href"));
    expect(links[0]).toBe("/reports/conversations?bot=7&r=today&is=engaged");
    expect(links).toHaveLength(4);
    expect(page.text(".ks")).toContain("Usual by now: 214");
  });

  it("are not asked for by who may not read reports", async () => {
    const user = { id: "2", fullName: "V", username: "v", email: "v@e.x", role: "editor", avatar: "" };
    const ability = [{ action: "read", subject: "Bot" }];
    const page = await open("/admin/bots/7", { session: { user: { ...user, ability } } });
    expect(page.requests.some((path) => /figures|misses/.test(path))).toBe(false);
    expect(page.text(".ks")).toBeNull();
    expect(page.text("h1")).toBe("Service Desk");
  });

  it("fail in their own part", async () => {
    const page = await open("/admin/bots/7", { failing: "/api/v1/bots/7/figures" });
    expect(page.status).toBe(503);
    expect(page.text("h1")).toBe("Service Desk");
    expect(page.text(".notice.bad")).toContain("The database is unavailable.");
  });
});

describe("what was not understood", () => {
  it("is added to the nearest intent by one form, taken back by another, or asks for a new intent", async () => {
    const page = await open();
    const forms = actions(page, ".ms form");
    expect(forms[0]).toContain("call=/api/v1/bots/7/phrases&");
    expect(forms[1]).toContain("call=/api/v1/bots/7/phrases/undo");
    const values = [...page.document.querySelectorAll(".ms form")[0]!.querySelectorAll("input[type=hidden]")];
    expect(values.map((field) => field.getAttribute("value"))).toEqual(
      expect.arrayContaining(["service.status", "hi", ...MISSES.items[0]!.phrases]),
    );
    expect(page.link("#m-bbbbbbbbbbbb .ms-do a")).toBe("/admin/bots/7?miss=bbbbbbbbbbbb&as=new");
    expect(page.link("#m-aaaaaaaaaaaa a")).toBe("/reports/conversations/1?turn=3#t3");
  });

  it("becomes a new intent that leads to a node", async () => {
    const page = await open("/admin/bots/7?miss=bbbbbbbbbbbb&as=new");
    const fields = [...page.document.querySelectorAll("dialog [name]")].map((field) => field.getAttribute("name"));
    expect(fields).toEqual(expect.arrayContaining(["intent", "goto", "phrases[]", "language"]));
  });

  it("says that there is nothing", async () => {
    const none = { ...MISSES, turns: 0, groups: 0, items: [] };
    const page = await open("/admin/bots/7", {}, (path) => (path.includes("/misses") ? none : undefined));
    expect(page.text("#misses")).toContain("Nothing in the last 7 days and today.");
  });
});

describe("what goes on now", () => {
  it("is asked about this bot alone", async () => {
    const page = await open();
    for (const part of ["Now", "Active", "Waiting for a person", "Errors, 15 min"])
      expect(page.text(".now")).toContain(part);
  });

  it("is nothing for a bot that nobody can reach yet", async () => {
    const page = await open("/admin/bots/7", {}, (path) =>
      path === "/api/v1/bots/7" ? { ...BOT, state: "draft", live_version: null } : undefined,
    );
    expect(page.document.querySelector(".now")).toBeNull();
  });
});

describe("to fix, inside, versions", () => {
  it("versions have their fallback, which leads to what was not understood", async () => {
    const page = await open();
    const cells = [...page.document.querySelectorAll(".bp-main .data-table tbody td.num")];
    expect(cells.map((cell) => cell.lastChild?.textContent)).toEqual(["—", "6.0%", "0 of 12"]);
    expect(cells.map((cell) => cell.querySelector("a")?.getAttribute("href"))).toEqual([
      undefined,
      "/reports/conversations?is=fallback&f=version:eq:41",
      undefined,
    ]);
  });

  it("jump to the node, count what is there, and go back in one press", async () => {
    const page = await open();
    expect(page.text(".fx")).toContain("After “Pick slot” the conversation goes nowhere");
    const link = page.document.querySelector(".fx a");
    if (link) expect(link.getAttribute("href")).toBe("/admin/bots/7/flow?node=pick_slot");
    const fixes = [...page.document.querySelectorAll(".bp-side .fx")].map((list) => list.textContent).join();
    expect(fixes).toContain("2 cases failed in the last run");
    expect(fixes).toContain("1 translation is older than its original");
    const tabs = [...page.document.querySelectorAll(".tabs a")].map((tab) => tab.textContent);
    expect(tabs).toEqual(expect.arrayContaining(["Cases22 warnings", "Texts11 warning"]));
    expect(page.text(".bp-inside")).toContain("Hindi 34 of 38");
    expect(page.text(".bp-inside")).toContain("Mon – Tue 09:00–19:00, 1 holiday");
    expect(actions(page, ".bp-main td form")[0]).toContain("call=/api/v1/bots/7/versions/40/live");
  });
});
