/** The blog as readers and editors see it. */
import { describe, expect, it } from "vitest";
import { render } from "../../../ssr/render";
import type { BlogPost, Post } from "../../../ui/features/content/blog/api";
import { opened, SESSION } from "../rendered";

const LISTED = {
  id: "9",
  number: 3,
  title: "Play",
  excerpt: "A game.",
  category: "Gaming",
  tags: ["testing"],
  author: "Asha Verma",
  avatar: "",
  image: "",
  published_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-02T08:00:00Z",
  comments: 1,
};
const READ: BlogPost = {
  ...LISTED,
  content: "<p>Five rounds.</p>",
  latest_comments: [
    {
      id: "4",
      author: "Omar",
      avatar: "",
      text: "<i>Nice</i>",
      created_at: "2026-11-03T08:00:00Z",
      approved: true,
      revision: 1,
    },
  ],
};
const WRITTEN: Post = {
  id: "9",
  number: 3,
  language: "en",
  written: ["en"],
  title: "Play",
  excerpt: "A game.",
  content: "Five rounds.",
  slug: "play",
  category: "Gaming",
  tags: ["testing"],
  status: "Published",
  image: "",
  author: "Asha Verma",
  published_at: LISTED.published_at,
  updated_at: LISTED.updated_at,
  deleted: false,
  revision: 5,
};
const SIDE = { recentPosts: [{ img: "", title: "Play", id: 3, createdTime: "1 Nov 2026" }], categories: [] };
const page = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const api =
  (items: unknown[] = [LISTED], post = WRITTEN) =>
  (path: string) =>
    path.startsWith("/blog/list/data/sidebar")
      ? SIDE
      : path.startsWith("/api/v1/blog/3")
        ? READ
        : path.startsWith("/api/v1/posts/3")
          ? post
          : path.startsWith("/api/v1/posts")
            ? page([post])
            : page(items);
const ANYONE = { session: { user: null, workspace: null, csrf: "" } };
const READER = { session: { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Auth" }] } } };
const EDIT = "/pages/blog/edit/3";

describe("the list", () => {
  it("has title, excerpt, author, tags, and categories beside it", async () => {
    const page = await opened("/pages/blog/list", api(), ANYONE);
    for (const part of ["Gaming", "Play", "A game.", "Asha Verma", "1 Nov 2026", "#testing", "1 comment"])
      expect(page.text(".entry")).toContain(part);
    expect(page.texts(".blog-side nav:nth-of-type(1) a")).toEqual(["Fashion", "Food", "Gaming", "Quote", "Video"]);
    expect(page.link(".entry h2 a")).toBe("/pages/blog/detail/3");
    expect(page.document.querySelector("form[method=post]")).toBeNull();
  });

  it("tells a search without result from an empty blog", async () => {
    expect((await opened("/pages/blog/list?q=zzz", api([]), ANYONE)).text(".empty h2")).toBe("No posts match");
    expect((await opened("/pages/blog/list", api([]), ANYONE)).text(".empty h2")).toBe("No posts yet");
  });

  it("names its feed and what it holds in its head", async () => {
    const answers: Record<string, { status: number; body: unknown }> = {};
    for (const path of ["/api/v1/blog?hl=ar", "/blog/list/data/sidebar?hl=ar"])
      answers[path] = { status: 200, body: api()(path) };
    const result = await render({
      url: "/pages/blog/list?hl=ar",
      session: { ...SESSION, ...ANYONE.session, locale: "ar" },
      answers,
      form: null,
    });
    const head = "page" in result ? result.page.head : "";
    expect(head).toContain('<link rel="alternate" type="application/atom+xml" href="/blog/feed.xml?hl=ar">');
    const { "@graph": graph } = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(head)![1]!) as {
      "@graph": { "@type": string; blogPost?: { url: string }[] }[];
    };
    expect(graph.map((node) => node["@type"])).toEqual(["Blog", "BreadcrumbList"]);
    expect(graph[0]?.blogPost?.[0]?.url).toBe("/pages/blog/detail/3?hl=ar");
  });
});

describe("a post", () => {
  it("asks who is not signed in to do so before commenting", async () => {
    const page = await opened("/pages/blog/detail/3", api(), ANYONE);
    expect(page.link("#comments > p a")).toBe("/pages/login-v1?next=%2Fpages%2Fblog%2Fdetail%2F3");
    expect(page.text(".said")).toBe("<i>Nice</i>");
    expect(page.document.querySelector("form")).toBeNull();
  });

  it("has a form for who is signed in, and more for the site's editors", async () => {
    expect((await opened("/pages/blog/detail/3", api(), READER)).texts("#comments button")).toEqual(["Comment"]);
    const page = await opened("/pages/blog/detail/3", api());
    expect(page.texts("#comments button")).toEqual(["Remove", "Comment"]);
    expect(page.link("article .row a")).toBe(EDIT);
  });

  it("keeps a refused comment and says why", async () => {
    const form = {
      page: "blog-detail",
      values: { text: "long" },
      problem: { status: 422, errors: { text: ["Too long."] } },
    };
    const page = await opened("/pages/blog/detail/3", api(), { ...READER, form });
    expect(page.document.querySelector("textarea")?.textContent).toBe("long");
    expect(page.text("#comments")).toContain("Too long.");
  });
});

describe("editing", () => {
  it("is for the site's editors", async () => {
    expect((await opened(EDIT, api(), READER)).status).toBe(403);
  });

  it("saves on the revision it was opened with", async () => {
    const page = await opened(EDIT, api());
    const actions = [...page.document.querySelectorAll("form")].map((form) => form.getAttribute("action") ?? "");
    expect(
      actions.filter((action) => action.includes("posts%2F3")).every((action) => action.includes("revision=5")),
    ).toBe(true);
    expect(page.document.querySelector("button[formaction]")?.getAttribute("formaction")).toContain("preview");
  });

  it("shows a preview over what was typed, on the revision it was made on", async () => {
    const answer = {
      language: "en",
      title: "New",
      content: "**x**",
      excerpt: "e",
      tags: ["a", "b"],
      status: "Draft",
      html: "<p><strong>x</strong></p>",
      excerpt_html: "<p>e</p>",
    };
    const form = { page: "blog-edit", values: {}, problem: { status: 200 }, answer };
    const page = await opened(`${EDIT}?v=4`, api(), { form });
    expect(page.text("#preview strong")).toBe("x");
    expect(page.document.querySelector("textarea[name=content]")?.textContent).toBe("**x**");
    expect(page.document.querySelector("input[name='tags[]']")?.getAttribute("value")).toBe("a, b");
    expect(page.document.querySelector("form.edit-text")?.getAttribute("action")).toContain("revision=4");
  });

  it("keeps what was typed when someone else was faster, and says so", async () => {
    const form = { page: "blog-edit", values: { title: "Mine" }, problem: { status: 412 } };
    const page = await opened(`${EDIT}?v=4`, api(), { form });
    expect(page.text("[role=alert]")).toContain("Someone else changed this text");
    expect(page.document.querySelector("form.edit-text input[name=title]")?.getAttribute("value")).toBe("Mine");
    expect(page.document.querySelector("form.edit-text")?.getAttribute("action")).toContain("revision=5");
  });

  it("offers a deleted post back and nothing else", async () => {
    const page = await opened(EDIT, api([], { ...WRITTEN, deleted: true }));
    expect(page.texts("main form button")).toEqual(["Undo"]);
  });
});
