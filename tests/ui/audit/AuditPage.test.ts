/** The audit log as an admin sees it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACTIONS, SUBJECTS, type AuditEvent } from "../../../ui/features/audit/types";
import { opened } from "../rendered";

const DIGEST = "ab".repeat(32);

/** One row of the log, valid by default. */
function row(id: string, changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id,
    seq: 4,
    at: "2026-11-21T07:10:00.120Z",
    action: "bot:update",
    subject: "bot",
    subject_name: null,
    subject_id: "7",
    user: { id: "9007199254740993", name: "Ravi Shah" },
    changed: ["name", "live_version"],
    labels: ["Name", "Version that is live"],
    detail: "",
    detail_text: "",
    address: "203.0.113.9",
    user_agent: "Mozilla/5.0 <b>",
    request_id: "r-77",
    digest: DIGEST,
    ...changes,
  };
}

const page = (items: AuditEvent[], changes = {}) => ({
  items,
  total: items.length,
  page: 1,
  per: 25,
  next: null,
  previous: null,
  ...changes,
});
const open = (items: AuditEvent[], url = "/admin/audit", options = {}) => opened(url, () => page(items), options);
const admin = (...ability: { action: string; subject: string }[]) => ({
  session: {
    user: { id: "2", fullName: "V", username: "v", email: "v@example.com", role: "editor", avatar: "", ability },
  },
});

describe("a row", () => {
  it("says a detail in the reader's words", async () => {
    const page = await open([row("1", { action: "lead:win", detail: "quoted → won", detail_text: "Quoted → Won" })]);
    expect(page.text("tbody .a-what bdi")).toBe("Quoted → Won");
    expect(page.text("tbody .a-what b")).toBe("Lead won:");
  });

  it("says who, what, on what, what changed, when in the reader's zone, and from where", async () => {
    const page = await open([row("1")]);
    expect(page.text("tbody .a-at")).toBe("21 Nov 2026, 12:40");
    expect(page.text("tbody .a-who")).toBe("Ravi Shah");
    expect(page.text("tbody .a-what b")).toBe("Bot changed");
    expect(page.text("tbody .a-what summary")).toContain("Details");
    expect(page.text("tbody .a-what details .facts")).toMatch(/bot:update.*7/s);
    // Numbers and codes are among the details.
    expect(page.text("tbody .a-thing")).toBe("Bot");
    expect(page.texts("tbody .a-changed span")).toEqual(["Name", "Version that is live"]);
    expect(page.text("tbody .a-from")).toBe("203.0.113.9");
  });

  it("has all of it folded in, without script", async () => {
    const page = await open([row("1")]);
    const facts = page.text("tbody details dl")!;
    for (const part of ["2026-11-21T07:10:00.120Z", "203.0.113.9", "Mozilla/5.0 <b>", "r-77", DIGEST])
      expect(facts).toContain(part);
    expect(page.link("tbody details p a")).toBe("/admin/audit?subject=bot&subject_id=7");
  });

  it("leads to the thing where it has a page, and to all its person did", async () => {
    const page = await open([
      row("1", { action: "import:start", subject: "import", subject_name: null, subject_id: "3" }),
    ]);
    expect(page.link("tbody .a-thing a")).toBe("/admin/import/3");
    expect(page.link("tbody .a-who a")).toBe("/admin/audit?user=9007199254740993");
    expect((await open([row("1")])).link("tbody .a-thing a")).toBeNull();
  });

  it("tells the server, nobody and who has left apart", async () => {
    const who = async (changes: Partial<AuditEvent>) => (await open([row("1", changes)])).text("tbody .a-who");
    expect(await who({ action: "command:run", subject: "command", user: null })).toBe("System");
    expect(await who({ action: "session:fail", subject: "session", user: null })).toBe("Not signed in");
    expect(await who({ user: { id: "5", name: null } })).toBe("Deleted");
  });

  it("of an action from another build is as it is written", async () => {
    const page = await open([row("1", { action: "parcel:publish", subject: "parcel" })]);
    expect(page.text("tbody .a-what b")).toBe("Parcel publish");
    expect(page.text("tbody .a-thing")).toBe("parcel");
  });

  it("shows what was erased as missing", async () => {
    const page = await open([row("1", { address: null, user_agent: null, changed: [], labels: [] })]);
    expect(page.text("tbody .a-from")).toBe("—");
    expect(page.text("tbody .a-changed")).toBe("—");
  });
});

describe("words", () => {
  it("are there for every action an operation declares", () => {
    const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
      paths: Record<string, Record<string, { "x-audit"?: string }>>;
    };
    const declared = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) => operation["x-audit"] ?? []),
    );
    expect(declared.length).toBeGreaterThan(30);
    expect(declared.filter((action) => !(ACTIONS as readonly string[]).includes(action))).toEqual([]);
  });

  it("are there for every action and kind of thing in the filters", async () => {
    const texts = JSON.parse(readFileSync("ui/i18n/en/audit.json", "utf8")) as Record<string, string>;
    expect(
      [...ACTIONS.map((action) => `a.${action}`), ...SUBJECTS.map((subject) => `t.${subject}`)].filter(
        (key) => !texts[key],
      ),
    ).toEqual([]);
    expect(Object.keys(texts).filter((key) => /^a\./.test(key)).length).toBe(ACTIONS.length);
  });
});

const ALL = "user=9007199254740993&action=bot:update&subject=bot&subject_id=7&from=2026-11-01&to=2026-11-21&per=50";

describe("the filters", () => {
  it("are the address, and what the call is asked", async () => {
    const page = await open([row("1")], `/admin/audit?${ALL}`);
    expect(page.requests).toEqual([`/api/v1/audit?${ALL}`]);
    const form = page.document.querySelector("form.af")!;
    expect([form.getAttribute("action"), form.getAttribute("method")]).toEqual(["/admin/audit", "get"]);
    expect(
      Object.fromEntries(
        [...form.querySelectorAll("[name]")].map((field) => [
          field.getAttribute("name"),
          field.querySelector("option[selected]")?.getAttribute("value") ?? field.getAttribute("value"),
        ]),
      ),
    ).toEqual({
      per: "50",
      user: "9007199254740993",
      action: "bot:update",
      subject: "bot",
      subject_id: "7",
      from: "2026-11-01",
      to: "2026-11-21",
    });
    expect(page.link("form.af a")).toBe("/admin/audit?per=50");
  });

  it("offer the reader and who is listed, and keep a choice nobody here knows", async () => {
    const page = await open([row("1"), row("2"), row("3", { user: null })], "/admin/audit?user=99&action=offer");
    expect(page.texts("select[name=user] option")).toEqual(["Everyone", "Asha Kulkarni", "Ravi Shah", "99"]);
    expect(page.document.querySelector("select[name=action] option[selected]")?.getAttribute("value")).toBe("offer");
  });

  it("that the call refuses make a page that names them", async () => {
    const page = await opened(
      "/admin/audit?from=yesterday",
      () => ({ status: 422, errors: { from: ["Not a valid date."] } }),
      { status: 422 },
    );
    expect(page.status).toBe(400);
    expect(page.text("dl.facts")).toContain("Not a valid date.");
  });
});

describe("the list", () => {
  it("has files of what it shows, for those who may take them", async () => {
    const url = "/admin/audit?subject=bot&page=2";
    expect((await open([row("1")], url)).document.querySelectorAll("a[download]").length).toBe(2);
    expect((await open([row("1")], url)).link("a[download]")).toBe("/api/v1/audit/file?subject=bot&format=csv");
    expect(
      (await open([row("1")], url, admin({ action: "read", subject: "Audit" }))).document.querySelector("a[download]"),
    ).toBeNull();
  });

  it("goes on by number, and by cursor where it is deep", async () => {
    const at = (changes: object, url: string) => opened(url, () => page([row("1")], { total: 30_000, ...changes }));
    const shallow = await at({ next: "3", previous: "1", page: 2 }, "/admin/audit?subject=bot&page=2");
    expect(shallow.requests[0]).toContain("page=2");
    expect([shallow.link("a[rel=prev]"), shallow.link("a[rel=next]")]).toEqual([
      "/admin/audit?subject=bot",
      "/admin/audit?subject=bot&page=3",
    ]);
    const deep = await at({ next: "c81", page: null }, "/admin/audit?page=c92");
    expect(deep.requests[0]).toBe("/api/v1/audit?page=c92&per=25");
    expect(deep.link("a[rel=next]")).toBe("/admin/audit?page=c81");
    expect(deep.html).toContain("A file has up to 10,000 matching entries, newest first.");
  });

  it("tells nothing under these filters from nothing at all", async () => {
    const none = await open([], "/admin/audit?subject=goal");
    expect([none.text(".empty h2"), none.link(".empty a")]).toEqual(["No matching entries", "/admin/audit"]);
    expect((await open([])).text(".empty h2")).toBe("No entries yet");
    const past = await opened("/admin/audit?subject=bot&page=9", () => page([], { total: 30, page: 9 }));
    expect([past.text(".empty h2"), past.link(".empty a")]).toEqual([
      "This page is past the end of the list",
      "/admin/audit?subject=bot",
    ]);
  });

  it("is not for everybody, and asks for nothing then", async () => {
    const page = await open([row("1")], "/admin/audit", admin({ action: "manage", subject: "Bot" }));
    expect([page.status, page.requests]).toEqual([403, []]);
    expect(page.html).not.toContain('href="/admin/audit"');
    expect((await open([row("1")])).document.querySelector('.rail a[href="/admin/audit"]')).not.toBeNull();
  });

  it("that does not come is a page that says so", async () => {
    expect((await open([], "/admin/audit", { failing: "/api/v1/audit" })).status).toBe(503);
  });
});
