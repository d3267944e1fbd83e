/** Imports as a person sees them. */
import { describe, expect, it } from "vitest";
import type { Import } from "../../../ui/features/imports/types";
import { opened } from "../rendered";

/** One import, valid by default. */
function row(id: string, changes: Partial<Import> = {}): Import {
  return {
    id,
    bot: "7",
    name: "calls.jsonl.gz",
    state: "done",
    dialogues: 2098,
    messages: 38_768,
    done: 2096,
    skipped: 2,
    problems: [{ line: 14, reason: "No user turn" }],
    problem_count: 1,
    error: null,
    times_estimated: 0,
    people_unknown: 0,
    facts: ["understanding", "latency", "cost", "rating"],
    created_at: "2026-11-21T07:10:00Z",
    finished_at: "2026-11-21T07:12:00Z",
    link: "/reports/conversations?bot=7&r=all",
    ...changes,
  };
}

const page = (items: Import[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const bots = page([]) as unknown;
const all = (items: Import[]) => (path: string) => (path.startsWith("/api/v1/bots") ? bots : page(items));
const importPage = (changes: Partial<Import>) => opened("/admin/import/3", () => row("3", changes));

describe("the list", () => {
  it("has a form that uploads without script", async () => {
    const page = await opened("/admin/import", all([row("1")]));
    const form = page.document.querySelector("form.up")!;
    expect(form.getAttribute("action")).toBe(
      "/submit?call=%2Fapi%2Fv1%2Fimports&method=POST&page=%2Fadmin%2Fimport%3Fdone%3Duploaded",
    );
    expect(form.getAttribute("enctype")).toBe("multipart/form-data");
    expect(form.querySelector("input[name=csrf]")?.getAttribute("value")).toBe("%%csrf%%");
    expect(form.querySelector("input[type=file]")?.hasAttribute("required")).toBe(true);
  });

  it("links each import to its page", async () => {
    const page = await opened("/admin/import", all([row("1")]));
    expect(page.link("tbody th a")).toBe("/admin/import/1");
    expect(page.text("tbody .pill")).toBe("Done");
  });

  it("says what will be here when there is none", async () => {
    expect((await opened("/admin/import", all([]))).text(".empty h2")).toBe("No imports yet");
  });

  it("keeps what was typed and names the field after a refusal", async () => {
    const form = {
      page: "/admin/import",
      values: { from: "2026-01-01" },
      problem: { status: 422, instance: "/api/v1/imports", errors: { file: ["Not JSON."] } },
    };
    const page = await opened("/admin/import", all([]), { form });
    expect(page.text(".field-error")).toContain("Not JSON.");
    expect(page.document.querySelector("input[name=from]")?.getAttribute("value")).toBe("2026-01-01");
    expect(page.status).toBe(422);
  });

  it("has no form for who may not create", async () => {
    const page = await opened("/admin/import", all([]), {
      session: {
        user: {
          id: "2",
          fullName: "V",
          username: "v",
          email: "v@example.com",
          role: "author",
          avatar: "",
          ability: [{ action: "read", subject: "Import" }],
        },
      },
    });
    expect(page.document.querySelector("form.up")).toBeNull();
    expect(page.text(".notice")).toContain("Ask an admin for permission");
  });
});

describe("one import", () => {
  it("shows progress, a reload link and a way to cancel while it runs", async () => {
    const page = await importPage({ state: "running", done: 800, skipped: 12, link: null });
    expect(page.document.querySelector("progress")?.getAttribute("value")).toBe("812");
    expect(page.text(".pg")).toBe("812 of 2,098 conversations");
    expect(page.texts(".ic .button")).toEqual(["Refresh progress", "Cancel"]);
  });

  it("can be started once it is ready", async () => {
    const page = await importPage({ state: "ready", link: null });
    expect(page.document.querySelector(".ic form")?.getAttribute("action")).toContain(
      "%2Fapi%2Fv1%2Fimports%2F3%2Fstart",
    );
    expect(page.texts(".ic .button")).toEqual(["Start import", "Cancel"]);
    const reader = await opened("/admin/import/3", () => row("3", { state: "ready", link: null }), {
      session: {
        user: {
          id: "2",
          fullName: "V",
          username: "v",
          email: "v@example.com",
          role: "author",
          avatar: "",
          ability: [{ action: "read", subject: "Import" }],
        },
      },
    });
    expect(reader.document.querySelector(".ic form")).toBeNull();
  });

  it("links to what came in and lists what did not, by line", async () => {
    const page = await importPage({});
    expect(page.link(".ic a.primary")).toBe("/reports/conversations?bot=7&r=all");
    expect(page.texts("tbody tr")).toEqual(["14No user turn"]);
  });

  it("says that what was stored stays when it failed", async () => {
    expect((await importPage({ state: "failed", error: "Disk is full." })).text(".ic")).toContain("Disk is full.");
  });
});
