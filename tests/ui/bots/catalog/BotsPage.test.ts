/** The list of bots and the making of one, as a person sees them. */
import { describe, expect, it } from "vitest";
import type { Bot } from "../../../../ui/features/bots/catalog/types";
import { BOT, bots } from "../../../ssr/bots";
import { opened } from "../../rendered";

const page = (items: Bot[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const answer = (items: Bot[]) => (path: string) =>
  path.startsWith("/api/v1/bots/") ? bots(path) : path.startsWith("/api/v1/bots") ? page(items) : bots(path);
const open = (items: Bot[], url = "/admin/bots", options = {}) => opened(url, answer(items), options);
const reader = (...ability: [string, string][]) => ({
  user: {
    id: "2",
    fullName: "V",
    username: "v",
    email: "v@example.com",
    role: "editor",
    avatar: "",
    ability: ability.map(([action, subject]) => ({ action, subject })),
  },
});

describe("the list", () => {
  it("says state, version, use, fallback, languages and last publication, each figure with its evidence", async () => {
    const view = await open([BOT]);
    const row = view.text("tbody tr")!;
    for (const part of ["Service Desk", "Service", "Live", "v41", "Meridian Motors", "2,690", "11.6%", "en, hi"])
      expect(row).toContain(part);
    expect(view.link("tbody th a")).toBe("/admin/bots/7");
    const links = [...view.document.querySelectorAll("tbody td a")].map((link) => link.getAttribute("href"));
    expect(links).toContain("/reports/conversations?bot=7&r=last_7_days");
    expect(links).toContain("/reports/conversations?bot=7&r=last_7_days&is=fallback");
  });

  it("has each channel with the word for its state, who owns the bot, and what its provider refuses", async () => {
    const view = await open([BOT]);
    const channels = [...view.document.querySelectorAll("tbody .bl-channels li")].map((item) => item.textContent);
    expect(channels).toEqual(["Instagram: Degraded", "Web chat: Connected"]);
    expect(view.document.querySelector(".bl-channels .state-mark.degraded")).not.toBeNull();
    expect(view.text(".bl-owner")).toContain("Asha Kulkarni");
    expect(view.text("h1 ~ p, .page-head")).toContain("2 channels need attention");
    expect(view.text(".notice.bad")).toContain("After-visit <Feedback>");
    expect(view.link(".notice.bad a")).toBe("/admin/bots/9/channels?account=33");
  });

  it("asks for no channels where they may not be read", async () => {
    const view = await open([{ ...BOT, owner: null }], "/admin/bots", { session: reader(["read", "Bot"]) });
    expect(view.requests.some((path) => path.includes("/channels"))).toBe(false);
    expect(view.text("thead")).not.toContain("Channels");
  });

  it("asks for no figures and shows none to who may not read reports", async () => {
    const view = await open([BOT], "/admin/bots", { session: reader(["read", "Bot"]) });
    expect(view.requests.some((path) => path.includes("/health"))).toBe(false);
    expect(view.text("thead")).not.toContain("Fallback");
    expect(view.document.querySelector("input.pick")).toBeNull();
  });

  it("says what a bot is when there is none, and leads to making one", async () => {
    const view = await open([]);
    expect(view.text(".empty h2")).toBe("No bots yet");
    expect(view.link(".empty a")).toBe("/admin/bots/new");
  });

  it("tells a search without result from an empty workspace", async () => {
    expect((await open([], "/admin/bots?q=zzz")).text(".empty h2")).toBe("No bots match “zzz”");
    expect((await open([], "/admin/bots?state=paused")).text(".empty h2")).toBe("No bots fit these filters");
  });

  it("is narrowed to a channel, a language and an owner, by menus of them", async () => {
    const view = await open([BOT], "/admin/bots?channel=voice&language=hi&owner=9");
    expect(view.requests).toContain("/api/v1/bots?channel=voice&language=hi&owner=9");
    for (const part of ["ChannelTelephone", "LanguageHindi", "OwnerDevika Menon"])
      expect(view.text(".bl-tools")).toContain(part);
    const links = [...view.document.querySelectorAll(".bl-tools a")].map((link) => link.getAttribute("href"));
    expect(links).toContain("/admin/bots?channel=voice&language=hi&owner=3");
    expect((await open([], "/admin/bots?owner=9")).text(".empty h2")).toBe("No bots fit these filters");
  });

  it("keeps filter and order in the addresses of both calls", async () => {
    const view = await open([BOT], "/admin/bots?state=live&sort=-name");
    expect(view.requests).toEqual(
      expect.arrayContaining(["/api/v1/bots?state=live&sort=-name", "/api/v1/bots/health?state=live&sort=-name"]),
    );
  });
});

describe("the dialogs over the list", () => {
  it("ask why a bot is paused, on the revision that is shown", async () => {
    const view = await open([BOT], "/admin/bots?do=pause&who=7");
    const form = view.document.querySelector("dialog form")!;
    expect(form.getAttribute("action")).toContain("call=/api/v1/bots/7/pause".replaceAll("/", "%2F"));
    expect(form.getAttribute("action")).toContain("revision=41");
    expect(form.querySelector("input[name=reason]")).not.toBeNull();
  });

  it("are not there for a state they do not fit, or for who may not", async () => {
    expect((await open([{ ...BOT, state: "draft" }], "/admin/bots?do=pause&who=7")).text("dialog")).toBeNull();
    const session = reader(["read", "Bot"]);
    expect((await open([BOT], "/admin/bots?do=pause&who=7", { session })).text("dialog")).toBeNull();
  });

  it("pause several at once and tell which were not", async () => {
    const two = [BOT, { ...BOT, id: "8", name: "Other" }];
    const view = await open(two, "/admin/bots?do=pause&who=7,8");
    const ids = [...view.document.querySelectorAll("dialog input[name='ids[]']")];
    expect(ids.map((field) => field.getAttribute("value"))).toEqual(["7", "8"]);
    const refused = [{ id: "8", name: "Other", message: "A bot that is draft has no pause." }];
    const form = { page: "bots", values: {}, problem: { status: 200 }, answer: { ids: ["7"], refused } };
    const paused = await open(two, "/admin/bots?do=pause&who=7,8", { form });
    expect(paused.text(".notice")).toContain("1 bot paused.");
    expect(paused.text(".notice")).toContain("Other: A bot that is draft has no pause.");
    expect(paused.text("dialog")).toBeNull();
  });
});

describe("making a bot", () => {
  it("shows a conversation of each template, and the chosen one's radio in the form", async () => {
    const view = await open([], "/admin/bots/new?from=sales-enquiry");
    expect(view.document.querySelectorAll(".nb-talk")).toHaveLength(3);
    expect(view.document.querySelector("input[name=template][checked]")?.getAttribute("value")).toBe("sales-enquiry");
    expect(view.document.querySelector("input[name=template]")?.getAttribute("form")).toBe("new-bot");
    expect(view.requests).toContain("/api/v1/bot-templates/previews");
    expect((await open([], "/admin/bots/new?speech=hi")).requests).toContain(
      "/api/v1/bot-templates/previews?speech=hi",
    );
  });

  it("keeps typed values and puts the error at its field", async () => {
    const form = {
      page: "bot-new",
      values: { name: "Service Desk", group: "sales", language: "ar", template: "" },
      problem: { status: 409, instance: "/api/v1/bots", errors: { name: ["Taken."] } },
    };
    const view = await open([], "/admin/bots/new", { form });
    const input = view.document.querySelector("#new-bot input[name=name]")!;
    expect(input.getAttribute("value")).toBe("Service Desk");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    expect(view.document.getElementById(input.getAttribute("aria-describedby")!)?.textContent).toBe("Taken.");
    const selected = [...view.document.querySelectorAll("#new-bot option[selected]")];
    expect(selected.map((option) => option.getAttribute("value"))).toEqual(expect.arrayContaining(["sales", "ar"]));
    expect(view.document.querySelector("input[name=template][checked]")?.getAttribute("value")).toBe("");
  });

  it("says what a file holds before a bot is made of it", async () => {
    const { inside, errors, warnings } = bots("/api/v1/bots/7/summary") as never as {
      inside: object;
      errors: object[];
      warnings: object[];
    };
    const flow = { format: "parley-flow/1" };
    const understood = [
      { where: "Booking · 1", what: "Text", node: "booking", note: null },
      { where: "Booking · 2", what: "Date input", node: "booking_2", note: "A range of days is one day here." },
    ];
    const choices = ["placeholder", "handoff", "skip"];
    const missed = [
      { where: "Contact · 6", why: "Code: JavaScript is not run.", node: "contact_code", choices },
      { where: "Theme", why: "Colours are set in the theme.", node: null, choices: [] },
    ];
    const form = {
      page: "bot-new",
      values: {},
      problem: { status: 200 },
      answer: {
        name: "nashik",
        builder: "Typebot",
        version: "6",
        flow,
        understood,
        not_understood: missed,
        inside,
        errors,
        warnings,
      },
    };
    const view = await open([], "/admin/bots/new", { form });
    expect([...view.document.querySelectorAll("h3.nb-h")].map((head) => head.textContent)).toEqual([
      "1 thing to fix before publishing",
      "1 warning, which does not stop publishing",
    ]);
    expect(view.text(".nb-issues .is-error")).toContain("After “Pick slot” the conversation goes nowhere");
    expect(view.document.querySelector("textarea[name=flow]")?.textContent).toBe(JSON.stringify(flow));
    expect(view.document.querySelector("#new-bot input[name=name]")?.getAttribute("value")).toBe("nashik");
    expect(view.text(".steps [aria-current]")).toContain("Check");
    expect(view.text(".nb-all li")).toContain("A range of days is one day here.");
    const chooser = view.document.querySelector('select[name="choices.contact_code"]')!;
    expect(chooser.getAttribute("form")).toBe("new-bot");
    expect([...chooser.querySelectorAll("option")].map((option) => option.getAttribute("value"))).toEqual(choices);
    expect(view.document.querySelectorAll("#missed select")).toHaveLength(1);
    expect(view.text("main")).toContain("Add these here: documents");
  });

  it("keeps what was chosen for parts of a file when the bot is refused", async () => {
    const form = {
      page: "bot-new",
      values: { name: "Desk", flow: "{}", "choices.contact_code": "skip" },
      problem: { status: 409, instance: "/api/v1/bots", errors: { name: ["Taken."] } },
    };
    const view = await open([], "/admin/bots/new", { form });
    const chosen = view.document.querySelector('select[name="choices.contact_code"] option[selected]');
    expect(chosen?.getAttribute("value")).toBe("skip");
  });

  it("names the paths of a file that is no bot", async () => {
    const errors = { "nodes/a/type": ["Unknown."] };
    const form = { page: "bot-new", values: {}, problem: { status: 422, instance: "/api/v1/bot-files", errors } };
    expect((await open([], "/admin/bots/new", { form })).text(".nb-paths")).toBe("nodes/a/type Unknown.");
  });
});
