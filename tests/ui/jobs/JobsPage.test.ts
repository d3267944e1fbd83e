/** Background jobs as an admin sees them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Job } from "../../../ui/features/jobs/types";
import { opened } from "../rendered";

/** One job, valid by default. */
function row(id: string, changes: Partial<Job> = {}): Job {
  return {
    id,
    kind: "import",
    link: "/admin/import/7",
    state: "done",
    attempts: 1,
    progress: 1,
    error: null,
    created_at: "2026-11-21T07:10:00Z",
    run_at: "2026-11-21T07:10:00Z",
    finished_at: "2026-11-21T07:12:00Z",
    ...changes,
  };
}

const page = (items: Job[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const open = (items: Job[], url = "/admin/jobs", options = {}) => opened(url, () => page(items), options);
const failed = (id: string) =>
  row(id, { state: "failed", attempts: 5, progress: 0.4, error: "RuntimeError: The file is gone." });
const reader = (...ability: { action: string; subject: string }[]) => ({
  session: {
    user: { id: "2", fullName: "V", username: "v", email: "v@example.com", role: "editor", avatar: "", ability },
  },
});

describe("a job", () => {
  it("that runs shows how far it is", async () => {
    const page = await open([row("1", { state: "running", progress: 0.42, finished_at: null })]);
    expect(page.text("tbody .pill")).toBe("Running");
    expect(page.document.querySelector("progress")?.getAttribute("value")).toBe("0.42");
    expect(page.document.querySelector("progress")?.getAttribute("aria-label")).toBe("42% complete");
    expect(page.document.querySelector("tbody form")).toBeNull();
  });

  it("that failed says why and can be run again without script", async () => {
    const page = await open([failed("3")], "/admin/jobs?state=failed");
    expect(page.text("tbody .j-state")).toBe("FailedRuntimeError: The file is gone.");
    const submit = new URLSearchParams(
      page.document.querySelector("tbody form")!.getAttribute("action")!.split("?")[1],
    );
    expect(Object.fromEntries(submit)).toEqual({
      call: "/api/v1/jobs/3/retry",
      method: "POST",
      page: "/admin/jobs?state=failed&done=again",
    });
  });

  it("that waits after a try says when the next one is, and what went wrong", async () => {
    const page = await open([
      row("1", {
        state: "ready",
        attempts: 2,
        error: "OSError: No room.",
        run_at: "2026-11-21T08:41:00Z",
        finished_at: null,
      }),
    ]);
    expect(page.texts("tbody td")).toEqual([
      "WaitingOSError: No room.",
      "2",
      "21 Nov 2026, 12:40",
      "21 Nov 2026, 14:11",
      "—",
      "",
    ]);
  });

  it("of any kind there is has a name", () => {
    const files = readdirSync("app", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".py"))
      .map((file) => readFileSync(join("app", file), "utf8"));
    // A kind is written where the job is, or named there.
    const kinds = files.flatMap((code) =>
      [...code.matchAll(/^@job\((?:"(\w+)"|(\w+))/gm)].map(
        ([, state, constant]) => state ?? new RegExp(`^${constant} = "(\\w+)"`, "m").exec(code)![1]!,
      ),
    );
    const texts = JSON.parse(readFileSync("ui/i18n/en/jobs.json", "utf8")) as Record<string, string>;
    expect(kinds.length).toBeGreaterThan(5);
    expect(
      Object.keys(texts)
        .filter((key) => key.startsWith("k."))
        .sort(),
    ).toEqual(kinds.map((kind) => `k.${kind}`).sort());
  });

  it("of a kind from another build is as it is written", async () => {
    expect((await open([row("1", { kind: "train" })])).text("tbody th b")).toBe("train");
  });
});

describe("the list", () => {
  it("has people's own work first and housekeeping behind a choice", async () => {
    const page = await open([row("1")]);
    expect(page.requests).toEqual(["/api/v1/jobs?work=people"]);
    expect(page.text(".segments [aria-current]")).toBe("People");
    expect((await open([row("1")], "/admin/jobs?work=upkeep")).requests).toEqual(["/api/v1/jobs?work=upkeep"]);
    expect((await open([row("1")], "/admin/jobs?work=all")).requests).toEqual(["/api/v1/jobs"]);
  });

  it("shows one state by its address", async () => {
    const page = await open([failed("3")], "/admin/jobs?state=failed&page=2");
    expect(page.requests).toEqual(["/api/v1/jobs?state=failed&page=2"]);
    expect(page.text(".tabs [aria-current]")).toBe("Failed");
    expect([...page.document.querySelectorAll(".tabs a")].map((link) => link.getAttribute("href"))).toEqual([
      "/admin/jobs",
      "/admin/jobs?state=ready",
      "/admin/jobs?state=running",
      "/admin/jobs?state=failed",
      "/admin/jobs?state=done",
      "/admin/jobs?state=cancelled",
    ]);
  });

  it("has a link that loads it again", async () => {
    expect((await open([row("1")], "/admin/jobs?state=done")).link(".page-actions a")).toBe("/admin/jobs?state=done");
  });

  it("says that a job is back in line, or why it is not", async () => {
    expect((await open([row("1", { state: "ready" })], "/admin/jobs?done=again")).text("[role=status].done")).toBe(
      "The job will run again.",
    );
    const form = {
      page: "/admin/jobs?done=again",
      values: {},
      problem: { status: 409, title: "Conflict", detail: "A job that is done cannot be run again." },
    };
    const refused = await open([row("1")], "/admin/jobs?done=again", { form });
    expect(refused.text(".notice strong")).toBe("A job that is done cannot be run again.");
    expect([refused.text("[role=status].done"), refused.status]).toEqual(["", 409]);
  });

  it("tells none in a state from none at all", async () => {
    const none = await open([], "/admin/jobs?state=running");
    expect([none.text(".empty h2"), none.link(".empty a")]).toEqual(["No jobs with status “Running”", "/admin/jobs"]);
    expect((await open([])).text(".empty h2")).toBe("No jobs yet");
    const past = await opened("/admin/jobs?state=failed&page=9", () => ({ ...page([]), total: 30, page: 9 }));
    expect([past.text(".empty h2"), past.link(".empty a")]).toEqual([
      "This page is past the end of the list",
      "/admin/jobs?state=failed",
    ]);
  });

  it("has no way to run again for who may only read, and is no page for others", async () => {
    expect(
      (await open([failed("3")], "/admin/jobs", reader({ action: "read", subject: "Job" }))).document.querySelector(
        "tbody form",
      ),
    ).toBeNull();
    const refused = await open([failed("3")], "/admin/jobs", reader({ action: "manage", subject: "Import" }));
    expect([refused.status, refused.requests]).toEqual([403, []]);
    expect(refused.document.querySelector('.rail a[href="/admin/jobs"]')).toBeNull();
    expect((await open([], "/admin/jobs?state=lost")).status).toBe(400);
  });

  it("that does not come is a page that says so", async () => {
    expect((await open([], "/admin/jobs", { failing: "/api/v1/jobs" })).status).toBe(503);
  });
});
