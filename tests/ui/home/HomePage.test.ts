/** The signed-in start as a person sees it. */
import { describe, expect, it } from "vitest";
import type { Shape } from "../../../ui/api";
import { card, dashboard } from "../reports/dashboard";
import { opened, SESSION } from "../reports/rendered";

type Import = Shape<"Import">;
type Bot = Shape<"Bot">;

const file = (id: string, changes: Partial<Import>): Import => ({
  id, bot: "7", name: `${id}.jsonl`, state: "done", dialogues: 9, messages: 90, done: 9, skipped: 0, problems: [], problem_count: 0, error: null,
  created_at: "2026-11-21T07:10:00Z", finished_at: null, link: null, ...changes,
});
const bot = (id: string, changes: Partial<Bot>): Bot => ({ id, name: `Bot ${id}`, group: "service", language: "en", state: "live", state_reason: null, client: { id: "1", name: "M" }, sessions_28d: 5, version: 1, ...changes });
const page = <T>(items: T[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });

const home = ({ imports = [] as Import[], bots = [] as Bot[], board = dashboard({ cards: [] }) }, options = {}) =>
  opened("/", (path) => (path.startsWith("/api/v1/imports") ? page(imports) : path.startsWith("/api/v1/bots") ? page(bots) : board), options);

describe("what needs attention", () => {
  it("is said worst first and leads to where it is dealt with", async () => {
    const shown = await home({
      imports: [file("3", { problem_count: 2 }), file("4", { state: "failed" }), file("5", { state: "ready" }), file("6", {})],
      bots: [bot("7", { sessions_28d: 0 }), bot("8", {}), bot("9", { state: "draft", sessions_28d: 0 })],
      board: dashboard({ cards: [card("csat", { delta: -1 }), card("fallback_rate", { delta: -1, better: "down" }), card("handoff_rate", { delta: -1, provisional: true })] }),
    });
    expect([...shown.document.querySelectorAll(".waits a")].map((a) => [a.getAttribute("href"), a.textContent!.replace(/[\u2068\u2069]/g, "")])).toEqual([
      ["/admin/import/4", "The import 4.jsonl stopped before its end."],
      ["/admin/import/3", "2 lines of 3.jsonl could not be taken in."],
      ["/admin/bots", "Bot 7 is live, but had no conversation in 28 days."],
      ["/admin/import/5", "The import 5.jsonl was checked and waits to be started."],
      ["/reports/conversations?is=csat", "CSAT: 71.8%, after 69.9% in the 28 days before."],
    ]);
  });

  it("says of a part that failed so, at its place, and has the rest", async () => {
    const shown = await home({ bots: [bot("7", { sessions_28d: 0 })] }, { failing: "/api/v1/imports" });
    expect(shown.status).toBe(503);
    expect(shown.text(".notice.bad")).toContain("This part could not be loaded.");
    expect(shown.link(".notice.bad a.button")).toBe("/");
    expect(shown.texts(".waits a")).toHaveLength(1);
    expect(shown.document.querySelectorAll(".doors a").length).toBeGreaterThan(3);
  });

  it("says that nothing can be saved while the server has no room", async () => {
    const shown = await opened("/", (path) => (path.startsWith("/api/v1/reports") ? dashboard({ cards: [] }) : page([])), { session: { readOnly: true } });
    expect(shown.text(".notice.warn")).toContain("Nothing can be saved just now.");
  });

  it("is nothing when nothing waits, however old the troubles are", async () => {
    const shown = await home({ imports: [file("4", { state: "failed", created_at: "2026-11-01T07:10:00Z" })], bots: [bot("8", {})] });
    expect(shown.text(".calm")).toBe("Nothing waits for you.");
  });

  it("is the first steps in an empty workspace", async () => {
    const shown = await home({ board: dashboard({ as_of: null }) });
    expect(shown.texts(".first .button")).toEqual(["Bring in conversations", "Make a bot"]);
  });

  it("asks only what the reader may read", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Bot" }] };
    expect((await home({}, { session: { user } })).asked).toEqual(["/api/v1/bots?per=100"]);
    expect((await home({}, { session: { user: null } })).asked).toEqual([]);
  });
});
