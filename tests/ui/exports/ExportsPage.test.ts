/** Exports as a person sees them. */
import { describe, expect, it } from "vitest";
import type { Export } from "../../../ui/features/exports/types";
import { opened } from "../rendered";

/** One export, valid by default. */
function row(id: string, changes: Partial<Export> = {}): Export {
  return {
    id,
    format: "csv",
    state: "ready",
    rows: 1200,
    done: 1200,
    size: 88_000,
    error: null,
    created_at: "2026-11-21T07:10:00Z",
    asked_at: "2026-11-21T07:10:00Z",
    finished_at: "2026-11-21T07:12:00Z",
    expires_at: "2026-11-28T07:12:00Z",
    client: null,
    query: "bot=7&outcome=abandoned",
    conditions: [],
    intent_title: null,
    file: `/api/v1/exports/${id}/file`,
    ...changes,
  };
}

const page = (items: Export[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const open = (...items: Export[]) => opened("/reports/exports", () => page(items));
const call = (form: Element | null) =>
  new URLSearchParams(form?.getAttribute("action")?.split("?")[1] ?? "").get("call");

describe("exports", () => {
  it("that are ready give their file, lead to their list and can be run again", async () => {
    const page = await open(row("1"));
    expect(page.link("tbody th a")).toBe("/reports/conversations?bot=7&outcome=abandoned");
    expect(page.link("tbody a[download]")).toBe("/api/v1/exports/1/file");
    expect(call(page.document.querySelector("tbody form") as unknown as Element)).toBe("/api/v1/exports/1/start");
    expect(page.texts("tbody td")).toEqual(["Ready", "Rows 1,200", "28 Nov 2026, 12:42", "Download CSVRun again"]);
  });

  it("that are written show how far they are and can be cancelled", async () => {
    const page = await open(row("1", { state: "running", done: 300, size: null, file: null }));
    expect(page.document.querySelector("progress")?.getAttribute("aria-label")).toBe("300 of 1,200 rows");
    expect(call(page.document.querySelector("tbody form") as unknown as Element)).toBe("/api/v1/exports/1/cancel");
    expect(page.document.querySelector("a[download]")).toBeNull();
    expect(page.link(".page-head a.button")).toBe("/reports/exports");
  });

  it("say what they hold: the report, its range and its filters in words", async () => {
    const textOf = (query: string) =>
      open(row("1", { query })).then((page) => page.text("tbody th")!.replaceAll(/[\u2068\u2069]/g, ""));
    expect(await textOf("")).toContain("Conversation HistoryLast 28 days and todayAs of");
    expect(await textOf("r=last_quarter&ch=web&outcome=abandoned&q=oil")).toMatch(
      /Last quarter · .*: Web.* · .*: Abandoned · .*: oilAs of/,
    );
    expect(await textOf("r=2026-11-01..2026-11-21")).toContain("21 Nov 2026");
  });

  it("call intents and conditions what the server calls them", async () => {
    const exported = row("1", {
      query: "intent=service.book&f=intent:in:service.book,sales.test",
      intent_title: "Book a service",
      conditions: [
        {
          f: "intent:in:service.book,sales.test",
          label: "Intent",
          op: "in",
          values: ["Book a service", "Test drive"],
        },
      ],
    });
    const text = (await open(exported)).text("tbody th")!.replaceAll(/[\u2068\u2069]/g, "");
    expect(text).toContain("Intent: Book a service · Intent is any of: Book a service, Test drive");
    expect(text).not.toContain("service.book");
  });

  it("that failed say why", async () => {
    const page = await open(row("1", { state: "failed", error: "Stopped.", size: null, file: null }));
    expect(page.texts("tbody td")[0]).toBe("Failed Stopped.");
  });

  it("say what will be here when there is none", async () => {
    expect((await open()).text(".empty h2")).toBe("No exports yet");
  });

  it("say why another one was refused", async () => {
    const form = {
      page: "/reports/exports",
      values: {},
      problem: { status: 429, title: "Too Many Requests", detail: "3 exports of yours are waiting already." },
    };
    const view = await opened("/reports/exports", () => page([row("1")]), { form: form as never });
    expect(view.text(".notice strong")).toBe("3 exports of yours are waiting already.");
  });
});
