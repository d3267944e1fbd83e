/** One's bookmarks, as a person sees and arranges them. */
import { describe, expect, it } from "vitest";
import { BOOKMARK } from "../../ssr/examples";
import { opened } from "../rendered";

const row = (id: string, position: number, changes = {}) => ({
  ...BOOKMARK,
  id,
  title: `View ${id}`,
  url: `/admin/bots?q=${id}`,
  position,
  ...changes,
});
const places = {
  suggestions: [
    { id: 398_754, target: "bots", isBookmarked: true, title: "Bots", icon: "Cpu", link: "/admin/bots" },
    { id: 5, target: "faq", isBookmarked: false, title: "FAQ", icon: "HelpCircle", link: "/pages/faq" },
  ],
  bookmarks: [],
};
const answers = (rows: object[]) => (path: string) =>
  path.startsWith("/api/bookmarks/data")
    ? places
    : { items: rows, total: rows.length, page: 1, per: 50, next: null, previous: null };
const open = (rows: object[], options = {}) => opened("/bookmarks", answers(rows), options);
const actions = (page: Awaited<ReturnType<typeof open>>, selector: string) =>
  [...page.document.querySelectorAll(selector)].map((form) => form.getAttribute("action"));

describe("the list", () => {
  it("is in folders, those without one first", async () => {
    const page = await open([row("1", 1, { folder: "Daily" }), row("2", 2), row("3", 3, { folder: "Daily" })]);
    expect(page.texts(".card-head h2").slice(0, 2)).toEqual(["No folder", "Daily"]);
    expect(page.texts(".keep-name a")).toEqual(["View 2", "View 1", "View 3"]);
    expect(
      [...page.document.querySelectorAll("datalist option")].map((option) => option.getAttribute("value")),
    ).toEqual(["Daily"]);
    expect(page.text(".page-title .quiet")).toBe("3 of 50");
  });

  it("tells the last value and its age", async () => {
    const page = await open([row("1", 1), row("2", 2, { figure: null, as_of: null })]);
    expect(page.texts(".keep-value")).toEqual(["4,91110 minutes ago"]);
  });

  it("moves a bookmark to the place of its neighbour in the folder", async () => {
    const page = await open([row("1", 1, { folder: "Daily" }), row("2", 2), row("3", 3, { folder: "Daily" })]);
    expect(
      [...page.document.querySelectorAll("button[name=position]")].map((button) => [
        button.getAttribute("aria-label"),
        button.getAttribute("value"),
      ]),
    ).toEqual([
      ["Move \u2068View 1\u2069 down", "3"],
      ["Move \u2068View 3\u2069 up", "1"],
    ]);
    expect(actions(page, "form:has(button[name=position])")[0]).toBe(
      "/submit?call=%2Fapi%2Fv1%2Fbookmarks%2F1&method=PATCH&page=%2Fbookmarks%23b1&revision=1",
    );
  });

  it("says what a dead link has become and what is nearest", async () => {
    const page = await open([
      row("1", 1, { trouble: { kind: "value_invalid", key: "grp", value: "colour", url: "/reports/dashboard" } }),
      row("2", 2, { trouble: { kind: "thing_gone", key: "bot", value: "77", url: "/reports/dashboard" } }),
    ]);
    expect(page.texts(".notice")[0]).toContain("grp=\u2068colour\u2069 is no longer valid.");
    expect(page.texts(".notice")[1]).toContain("Bot \u206877\u2069 was deleted");
    expect(page.link(".notice a")).toBe("/reports/dashboard");
    expect(page.document.querySelector(".keep-name a")).toBeNull();
    expect(page.document.querySelector(".keep-value")).toBeNull();
  });

  it("says what bookmarks are when there are none", async () => {
    const page = await open([]);
    expect(page.text(".empty h2")).toBe("No bookmarks yet");
    expect(page.document.querySelector("a[download]")).toBeNull();
  });
});

describe("the forms", () => {
  it("keep a refused name at its bookmark", async () => {
    const form = {
      page: "bookmarks",
      values: { title: " ", folder: "Daily" },
      problem: { status: 422, instance: "/api/v1/bookmarks/2", errors: { title: ["Too short."] } },
    };
    const page = await open([row("1", 1), row("2", 2)], { form });
    const open_ = page.document.querySelectorAll("details[open]");
    expect(open_.length).toBe(1);
    expect(open_[0]!.querySelector("input[name=folder]")!.getAttribute("value")).toBe("Daily");
    expect(open_[0]!.textContent).toContain("Too short.");
  });

  it("say that someone has changed it meanwhile", async () => {
    const form = {
      page: "bookmarks",
      values: { title: "Mine" },
      problem: { status: 412, instance: "/api/v1/bookmarks/1", detail: "Stale." },
    };
    const page = await open([row("1", 1)], { form });
    expect(page.text(".notice.bad")).toContain("Someone changed this bookmark");
    expect(page.document.querySelector("input[name=title]")!.getAttribute("value")).toBe("Mine");
  });

  it("report what of a file was not taken, by its number", async () => {
    const form = {
      page: "bookmarks",
      values: {},
      problem: { status: 200 },
      answer: { added: 2, refused: [{ number: 3, url: "/nowhere", reason: "This address is not a page of Parley." }] },
    };
    const page = await open([row("1", 1)], { form });
    expect(page.text(".notice.warn")).toBe("2 bookmarks imported. 1 not imported:");
    expect(page.document.querySelector(".refused li")!.getAttribute("value")).toBe("3");
    expect(page.text(".refused li")).toBe("/nowhere This address is not a page of Parley.");
  });

  it("keep whole pages by their stars", async () => {
    const page = await open([]);
    expect(actions(page, ".keep-pages")[0]).toContain("call=%2Fapi%2Fbookmarks%2Fupdate");
    expect(
      [...page.document.querySelectorAll(".keep-pages button")].map((button) => [
        button.getAttribute("value"),
        button.getAttribute("aria-pressed"),
      ]),
    ).toEqual([
      ["398754", "true"],
      ["5", "false"],
    ]);
  });
});
