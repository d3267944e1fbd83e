/** The FAQ and the knowledge base as their editors see them. */
import { describe, expect, it } from "vitest";
import type { FaqEntry } from "../../../ui/features/content/faq/api";
import type { Written } from "../../../ui/features/content/knowledge_base/api";
import { inOrder } from "../../../ui/lib/order";
import { opened, SESSION } from "../rendered";

const ENTRY: FaqEntry = {
  id: "5",
  language: "en",
  written: ["en"],
  question: "What counts?",
  ans: "A session.",
  category: "payment",
  status: "Published",
  updated_at: "2026-11-20T08:00:00Z",
  deleted: false,
  revision: 4,
};
const ARTICLE: Written = {
  id: "6",
  language: "en",
  written: ["en", "hi"],
  question: "Why?",
  content: "**Because.**",
  category: "reports",
  slug: "why",
  status: "Draft",
  published_at: null,
  updated_at: "2026-11-20T08:00:00Z",
  deleted: false,
  revision: 3,
};
const listing = (items: unknown[], built_in = false) => ({
  items,
  total: items.length,
  page: 1,
  per: 50,
  next: null,
  previous: null,
  built_in,
});
const faq =
  (
    rows: FaqEntry[] = [
      ENTRY,
      { ...ENTRY, id: "7", question: "GST?", status: "Draft" },
      { ...ENTRY, id: "8", category: "delivery" },
    ],
  ) =>
  () =>
    listing(rows);
const READER = { session: { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Auth" }] } } };
const ELSEWHERE = { session: { workspace: { id: "2", name: "Elsewhere" } } };

describe("the list", () => {
  it("has each category's questions with their states, and ways to move them", async () => {
    const page = await opened("/pages/edit/faq", faq());
    expect(page.texts(".posts h2")).toEqual(["Payment", "Bots & channels", "New question"]);
    expect(page.texts(".written-row")).toEqual(["What counts?Published", "GST?Draft", "What counts?Published"]);
    expect(
      [...page.document.querySelectorAll("button[name=order]")].map((button) => button.getAttribute("value")),
    ).toContain("7,5");
    expect(page.link(".written-row a")).toBe("/pages/edit/faq/5");
    expect(page.link(".page-actions a")).toBe("#new-title");
    expect(page.document.querySelector("#new-title")?.getAttribute("name")).toBe("question");
  });

  it("does not put deleted ones in an order", async () => {
    const page = await opened("/pages/edit/faq?status=Deleted", faq([{ ...ENTRY, deleted: true }]));
    expect(page.texts(".pill")).toEqual(["Deleted"]);
    expect(page.document.querySelector("button[name=order]")).toBeNull();
  });

  it("offers to take over what is built in, and nothing before", async () => {
    const page = await opened("/pages/edit/knowledge-base", () => listing([], true));
    expect(page.texts("main button")).toEqual(["Copy and edit"]);
    expect(page.document.querySelector("main form")?.getAttribute("action")).toContain("articles%2Fbuilt-in");
    expect(page.document.querySelector(".page-actions")).toBeNull();
  });

  it.each(["/pages/edit/faq", "/pages/edit/knowledge-base", "/pages/blog/edit"])(
    "%s says where the site is not written",
    async (url) => {
      const page = await opened(url, () => listing([], true), ELSEWHERE);
      expect(page.text("main .notice")).toContain("Public pages are not edited here.");
      expect(page.document.querySelector("main form, .page-actions")).toBeNull();
    },
  );

  it("is for the site's editors", async () => {
    for (const url of ["/pages/edit/faq", "/pages/edit/knowledge-base/6"])
      expect((await opened(url, faq(), READER)).status).toBe(403);
  });
});

describe("the editor", () => {
  const article =
    (more: Partial<Written> = {}) =>
    () => ({ ...ARTICLE, ...more });

  it("writes one language on the revision it was opened with", async () => {
    const page = await opened("/pages/edit/knowledge-base/6?text=hi", article({ language: "hi" }));
    expect(page.requests[0]).toBe("/api/v1/articles/6?hl=hi");
    expect(page.texts(".segments a")).toEqual(["English", "हिन्दी", "\u2068العربية\u2069 (not written)"]);
    const form = page.document.querySelector("form.edit-text");
    expect(form?.getAttribute("action")).toContain("revision=3");
    expect(form?.querySelector("input[name=language]")?.getAttribute("value")).toBe("hi");
    expect(form?.querySelector("textarea")?.getAttribute("lang")).toBe("hi");
  });

  it("leaves an address alone once it was public", async () => {
    const slug = async (more: Partial<Written>) =>
      (await opened("/pages/edit/knowledge-base/6", article(more))).document.querySelector("input[name=slug]");
    expect((await slug({}))?.hasAttribute("readonly")).toBe(false);
    expect((await slug({ published_at: "2026-11-20T08:00:00Z" }))?.hasAttribute("readonly")).toBe(true);
  });

  it("keeps what was refused, by its field and on the revision it was typed on", async () => {
    const form = {
      page: "faq-edit",
      values: { question: "Mine?", ans: "" },
      problem: { status: 422, instance: "/api/v1/faq/5", errors: { ans: ["Write it."] } },
    };
    const page = await opened("/pages/edit/faq/5?v=2", () => ENTRY, { form });
    expect(page.document.querySelector("input[name=question]")?.getAttribute("value")).toBe("Mine?");
    expect(page.text(".field-error")).toBe("Write it.");
    expect(page.document.querySelector("form.edit-text")?.getAttribute("action")).toContain("revision=2");
  });

  it("shows a preview as readers will see it", async () => {
    const answer = { language: "en", question: "New?", content: "**x**", html: "<p><strong>x</strong></p>" };
    const page = await opened("/pages/edit/knowledge-base/6?v=3", article(), {
      form: { page: "knowledge-edit", values: {}, problem: { status: 200 }, answer },
    });
    expect(page.text("#preview strong")).toBe("x");
    expect(page.document.querySelector("input[name=question]")?.getAttribute("value")).toBe("New?");
  });

  it("offers a deleted one back and nothing else", async () => {
    expect((await opened("/pages/edit/faq/5", () => ({ ...ENTRY, deleted: true }))).texts("main form button")).toEqual([
      "Undo",
    ]);
  });
});

describe("public pages", () => {
  it("lead to where they are written in the site's own workspace only", async () => {
    const answer = () => ({});
    expect((await opened("/pages/faq", answer)).link(".hero a.button")).toBe("/pages/edit/faq");
    for (const reader of [READER, ELSEWHERE])
      expect((await opened("/pages/faq", answer, reader)).link(".hero a.button")).toBeNull();
  });

  it("tell an empty FAQ from a search without result", async () => {
    expect((await opened("/pages/faq", () => ({}))).text(".empty h2")).toBe("No answers yet");
    expect((await opened("/pages/faq?q=x", () => ({}))).text(".empty h2")).toBe("No questions found");
  });
});

describe("an order of some rows", () => {
  it("puts them on the places they have among all", () => {
    const rows = ["a", "b", "c", "d"].map((id) => ({ id }));
    expect(inOrder(rows, ["d", "a"]).map(({ id }) => id)).toEqual(["d", "b", "c", "a"]);
  });
});
