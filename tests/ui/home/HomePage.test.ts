/** The signed-in start as a person sees it. */
import { describe, expect, it } from "vitest";
import type { Shape } from "../../../ui/api";
import { card, dashboard } from "../reports/dashboard/dashboard";
import { opened, SESSION } from "../rendered";

type Import = Shape<"Import">;
type Bot = Shape<"Bot">;

const file = (id: string, changes: Partial<Import>): Import => ({
  id,
  bot: "7",
  name: `${id}.jsonl`,
  state: "done",
  dialogues: 9,
  messages: 90,
  done: 9,
  skipped: 0,
  problems: [],
  problem_count: 0,
  error: null,
  times_estimated: 0,
  people_unknown: 0,
  facts: ["understanding", "latency", "cost", "rating"],
  created_at: "2026-11-21T07:10:00Z",
  finished_at: null,
  link: null,
  ...changes,
});
const bot = (id: string, changes: Partial<Bot>): Bot => ({
  id,
  name: `Bot ${id}`,
  replay_required: false,
  approvals: 0,
  next_version: null,
  group: "service",
  language: "en",
  state: "live",
  state_reason: null,
  client: { id: "1", name: "M" },
  sessions_28d: 5,
  estimated_28d: 0,
  live_version: null,
  live_since: null,
  owner: null,
  languages: ["en"],
  session_timeout_s: null,
  revision: 1,
  ...changes,
});
const page = <T>(items: T[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

const home = ({ imports = [] as Import[], bots = [] as Bot[], board = dashboard({ cards: [] }) }, options = {}) =>
  opened(
    "/",
    (path) =>
      path.startsWith("/api/v1/imports") ? page(imports) : path.startsWith("/api/v1/bots") ? page(bots) : board,
    options,
  );

describe("what needs attention", () => {
  it("are visitors who wait in the inbox, before anything else", async () => {
    const imports = [file("1", { state: "failed", error: "x" })];
    const page = await home({ imports }, { session: { waiting: 2 } });
    const first = page.document.querySelector(".waits a")!;
    expect(first.textContent).toContain("2 contacts are waiting in the inbox");
    expect(first.getAttribute("href")).toBe("/inbox");
    expect((await home({ imports })).html).not.toContain("in the inbox");
  });

  it("is said worst first and leads to where it is dealt with", async () => {
    const page = await home({
      imports: [
        file("3", { problem_count: 2 }),
        file("4", { state: "failed" }),
        file("5", { state: "ready" }),
        file("6", {}),
      ],
      bots: [bot("7", { sessions_28d: 0 }), bot("8", {}), bot("9", { state: "draft", sessions_28d: 0 })],
      board: dashboard({
        cards: [
          card("csat", { delta: -1, significant: true }),
          card("completion_rate", {
            delta: -2.5,
            significant: true,
            cause: { by: "channel", key: "whatsapp", title: null, part: -2 },
          }),
          card("containment_rate", { delta: -0.2, significant: false }),
          card("fallback_rate", { delta: -1, better: "down", significant: true }),
          card("handoff_rate", { delta: -1, provisional: true, significant: true }),
        ],
      }),
    });
    expect(
      [...page.document.querySelectorAll(".waits a")].map((a) => [
        a.getAttribute("href"),
        a.textContent!.replace(/[\u2068\u2069]/g, ""),
      ]),
    ).toEqual([
      ["/admin/import/4", "Import 4.jsonl failed."],
      ["/admin/import/3", "2 lines of 3.jsonl could not be imported."],
      ["/admin/bots/7", "Bot 7 is live but had no conversations in 28 days."],
      ["/admin/import/5", "Import 5.jsonl is checked and ready to start."],
      ["/reports/conversations?is=csat", "CSAT changed by 1.0 pp, from 69.9% to 71.8%"],
      [
        "/reports/conversations?is=completion_rate&ch=whatsapp",
        "Goal completed changed by 2.5 pp, from 69.9% to 71.8%, mainly due to WhatsApp",
      ],
    ]);
  });

  it("says of a bot that has just gone live how long ago that was, and leads to its channels", async () => {
    const page = await home({ bots: [bot("7", { sessions_28d: 0, live_since: "2026-11-21T08:10:00Z" })] });
    expect(page.texts(".waits a")[0]).toContain("went live 30m ago and has had no conversations yet");
    expect(page.document.querySelector(".waits a")!.getAttribute("href")).toBe("/admin/bots/7/channels");
  });

  it("does not call a bot silent whose imported conversations are at estimated times", async () => {
    const page = await home({ bots: [bot("7", { sessions_28d: 0, estimated_28d: 979 })] });
    expect(page.text(".calm")).toBe("Nothing needs your attention.");
  });

  it("says of a part that failed so, at its place, and has the rest", async () => {
    const page = await home({ bots: [bot("7", { sessions_28d: 0 })] }, { failing: "/api/v1/imports" });
    expect(page.status).toBe(503);
    expect(page.text(".notice.bad")).toContain("This part could not be loaded.");
    expect(page.link(".notice.bad a.button")).toBe("/");
    expect(page.texts(".waits a")).toHaveLength(1);
    expect(page.document.querySelectorAll(".doors a").length).toBeGreaterThan(3);
  });

  it("says that nothing can be saved while the server has no room", async () => {
    const view = await opened(
      "/",
      (path) => (path.startsWith("/api/v1/reports") ? dashboard({ cards: [] }) : page([])),
      { session: { readOnly: true } },
    );
    expect(view.text(".notice.warn")).toContain("Saving is unavailable.");
  });

  it("is nothing when nothing waits, however old the troubles are", async () => {
    const page = await home({
      imports: [file("4", { state: "failed", created_at: "2026-11-01T07:10:00Z" })],
      bots: [bot("8", {})],
    });
    expect(page.text(".calm")).toBe("Nothing needs your attention.");
  });

  it("is the first steps in an empty workspace", async () => {
    const page = await home({ board: dashboard({ as_of: null }) });
    expect(page.texts(".first .button")).toEqual(["Import conversations", "Create a bot"]);
  });

  it("asks only what the reader may read", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Bot" }] };
    expect((await home({}, { session: { user } })).requests).toEqual(["/api/v1/bots?per=100"]);
    expect((await home({}, { session: { user: null } })).requests).toEqual([]);
  });
});
