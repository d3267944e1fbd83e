/** Search, star and bookmarks in the bar, as the server sends them: whole without script. */
import { beforeEach, describe, expect, it } from "vitest";
import { bookmarksApi, selectBookmarks, selectSuggestions } from "../../../ui/features/bookmarks/api";
import { searched, selectQuery } from "../../../ui/state";
import { makeStore } from "../../../ui/store";
import { recentSearches, rememberSearch } from "../../../ui/lib/recent";
import { BOOKMARK } from "../../ssr/examples";
import { list } from "../reports/history/conversation";
import { dashboard } from "../reports/dashboard/dashboard";
import { opened, SESSION } from "../rendered";

const row = (id: string, changes = {}) => ({
  ...BOOKMARK,
  id,
  title: `View ${id}`,
  url: `/admin/bots?q=${id}`,
  ...changes,
});
const open = (url: string, bar: object[] = [], options = {}) => opened(url, () => dashboard(), { bar, ...options });

describe("the search box", () => {
  it("is a form that leads to the page of everything", async () => {
    const page = await open("/reports/dashboard");
    const form = page.document.querySelector("header form[role=search]")!;
    expect([form.getAttribute("action"), form.getAttribute("method")]).toEqual(["/search", "get"]);
    const input = form.querySelector("input")!;
    expect(input.getAttribute("name")).toBe("q");
    expect(input.getAttribute("role")).toBe("combobox");
    expect(input.getAttribute("aria-expanded")).toBe("false");
    expect(page.document.getElementById(input.getAttribute("aria-controls")!)?.getAttribute("role")).toBe("listbox");
    expect(form.querySelector(".seek-list")!.hasAttribute("hidden")).toBe(true);
    expect(page.link("header a#find-open")).toBe("/search");
  });
});

describe("the star", () => {
  const action = (page: Awaited<ReturnType<typeof open>>) =>
    page.document.querySelector("form:has(.star)")!.getAttribute("action")!;

  it("keeps the canonical address of the view", async () => {
    const page = await open("/reports/dashboard?cmp=none&grp=sales&done=x&hl=en");
    expect(action(page)).toContain("call=%2Fapi%2Fv1%2Fbookmarks&method=POST");
    expect(page.document.querySelector("form:has(.star) input[name=url]")!.getAttribute("value")).toBe(
      "/reports/dashboard?grp=sales&cmp=none",
    );
    expect(page.document.querySelector(".star")!.getAttribute("aria-pressed")).toBe("false");
  });

  it("lets a kept view go, in the revision there is", async () => {
    const page = await open("/reports/dashboard?cmp=none&grp=sales", [
      row("41", { url: "/reports/dashboard?grp=sales&cmp=none", revision: 3 }),
    ]);
    expect(action(page)).toBe(
      "/submit?call=%2Fapi%2Fv1%2Fbookmarks%2F41&method=DELETE" +
        "&page=%2Freports%2Fdashboard%3Fcmp%3Dnone%26grp%3Dsales&revision=3",
    );
    expect(page.document.querySelector(".star")!.getAttribute("aria-pressed")).toBe("true");
    expect(page.document.querySelector(".star")!.getAttribute("aria-label")).toBe("Remove bookmark");
  });

  it("says why it was refused", async () => {
    const form = { page: "dashboard", values: {}, problem: { status: 409, code: "too_many" } };
    expect((await open("/reports/dashboard", [], { form })).text(".bookmark-error")).toContain("You have 50 bookmarks");
  });

  it("is not on a page that could not be shown", async () => {
    expect((await open("/reports/dashboard?grp=colour")).document.querySelector(".star")).toBeNull();
  });
});

describe("a short link", () => {
  const LONG = `/reports/conversations?f=${"x".repeat(1600)}`;
  const call = "/api/v1/short-addresses";

  it("is offered of an address that is too long to be shared", async () => {
    expect((await open("/reports/dashboard")).document.querySelector(".short-link")).toBeNull();
    const page = await opened(LONG, () => list());
    const form = page.document.querySelector("form:has(.short-link)")!;
    expect(form.getAttribute("action")).toContain(`call=${encodeURIComponent(call)}`);
    expect(form.querySelector("input[name=url]")!.getAttribute("value")).toBe(LONG);
  });

  it("is shown as a link where it was made without script", async () => {
    const problem = { status: 201, instance: call };
    const form = { page: "conversations", values: {}, problem, answer: { link: "/b/k3v7m2qa" } };
    const page = await opened(LONG, () => list(), { form });
    expect(page.link(".bookmark-error a")).toBe("/b/k3v7m2qa");
    expect(page.text(".bookmark-error a")?.replace(/[\u2066\u2069]/g, "")).toBe("Short link: /b/k3v7m2qa");
  });
});

describe("the bookmarks of the bar", () => {
  it("are the first eight with value and age, and a way to all of them", async () => {
    const rows = Array.from({ length: 11 }, (_, n) => row(String(n + 1)));
    const page = await open("/reports/dashboard", rows);
    expect(page.document.querySelectorAll(".kept > ul > li").length).toBe(8);
    expect(page.text(".kept li")).toBe("View 1 4,911");
    expect(page.document.querySelector(".kept li a")!.getAttribute("title")).toBe("View 1 · 10 minutes ago");
    expect(page.texts(".kept summary span")).toEqual(["Bookmarks", "+9 more", "+7 more", "+3 more"]);
    expect(page.link(".kept .menu-panel a")).toBe("/bookmarks");
  });

  it("lead to what can be done about a dead one", async () => {
    const page = await open("/reports/dashboard", [
      row("1", { trouble: { kind: "page_gone", key: "", value: "", url: "/" } }),
    ]);
    expect(page.link(".kept li a")).toBe("/bookmarks#b1");
    expect(page.document.querySelector(".kept li strong")).toBeNull();
  });

  it("are not there for who has none, nor asked for by who is not signed in", async () => {
    expect((await open("/reports/dashboard")).document.querySelector(".kept")).toBeNull();
    const page = await opened("/pages/faq", () => ({}), { session: { user: null, workspace: null } });
    expect([page.document.querySelector(".seek"), page.requests.length]).toEqual([null, 1]);
  });
});

describe("client state of the bar", () => {
  it("is read out of the cache under the specified names", async () => {
    const page = { id: 5, target: "faq", isBookmarked: false, title: "FAQ", icon: "HelpCircle", link: "/pages/faq" };
    const store = makeStore(SESSION, (call) => ({
      data: String(call).endsWith("/bar") ? { bookmarks: [BOOKMARK] } : { suggestions: [page], bookmarks: [] },
    }));
    expect([
      selectBookmarks(store.getState()),
      selectSuggestions(store.getState()),
      selectQuery(store.getState()),
    ]).toEqual([[], [], ""]);
    await store.dispatch(bookmarksApi.endpoints.bar.initiate());
    await store.dispatch(bookmarksApi.endpoints.places.initiate());
    store.dispatch(searched("serv"));
    expect(selectBookmarks(store.getState())).toEqual([BOOKMARK]);
    expect(selectSuggestions(store.getState())).toEqual([page]);
    expect(selectQuery(store.getState())).toBe("serv");
  });
});

describe("recent searches", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    globalThis.localStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    } as unknown as Storage;
  });

  it("are the last five, newest first, each once", () => {
    for (const words of ["a", "b", "c", "d", "e", "f", "c"]) rememberSearch("1", words);
    expect(recentSearches("1")).toEqual(["c", "f", "e", "d", "b"]);
  });

  it("are one person's", () => {
    rememberSearch("1", "mine");
    expect(recentSearches("2")).toEqual([]);
    expect(recentSearches("1")).toEqual(["mine"]);
  });

  it("are none where what is kept is no list of words", () => {
    stored.set("own:1:recentSearches", "{");
    expect(recentSearches("1")).toEqual([]);
    stored.set("own:1:recentSearches", '{"words":"x"}');
    expect(recentSearches("1")).toEqual([]);
  });
});
