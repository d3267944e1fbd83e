/** Everything a search has found, as a person sees it. */
import { describe, expect, it } from "vitest";
import { opened } from "../rendered";

const hit = (id: string, name: string, changes = {}) => ({
  id,
  url: `/reports/conversations/${id}`,
  title: [
    { text: name.slice(0, 4), hit: true },
    { text: name.slice(4), hit: false },
  ],
  detail: [],
  icon: "",
  at: null,
  ...changes,
});
const group = (id: string, hits: object[], changes = {}) => ({
  id,
  total: hits.length,
  more: false,
  hits,
  next: null,
  previous: null,
  ...changes,
});
const answer =
  (...groups: object[]) =>
  () => ({ q: "serv", groups });

describe("the page of a search", () => {
  it("tells the groups, what was looked for in each, and how many there are", async () => {
    const bots = group("bots", [hit("7", "Service Desk", { url: "/admin/bots?q=Service%20Desk", icon: "bot" })]);
    const talks = group(
      "conversations",
      [
        hit("9", "Asha •3210", {
          detail: [
            { text: "after ", hit: false },
            { text: "serv", hit: true },
            { text: "ice", hit: false },
          ],
          at: "2026-11-20T08:00:00Z",
        }),
      ],
      { total: 259, more: true },
    );
    const page = await opened("/search?q=serv", answer(bots, talks));
    expect(page.requests).toEqual(["/api/v1/search?q=serv"]);
    expect(page.texts(".card-head h2")).toEqual(["Bots", "Conversations"]);
    expect(page.texts(".card-head .quiet")).toEqual(["1", "259+"]);
    expect(page.texts("main mark")).toEqual(["Serv", "Asha", "serv"]);
    expect(page.link(".hits a")).toBe("/admin/bots?q=Service%20Desk");
    expect(page.link(".card-aside a")).toBe("/search?q=serv&group=conversations");
    expect(page.text(".card-aside a")).toBe("All 259+");
    expect(page.text("time")).toBe("20 Nov 2026");
    expect(page.title).toBe("Search · Parley");
  });

  it("goes through one group page by page, and on to older conversations at the end", async () => {
    const url = "/search?q=serv&group=conversations&page=2";
    const middle = await opened(
      url,
      answer(group("conversations", [hit("9", "Asha")], { total: 30, more: true, next: 3, previous: 1 })),
    );
    expect(middle.requests).toEqual(["/api/v1/search?q=serv&group=conversations&page=2"]);
    expect([middle.link("a[rel=prev]"), middle.link("a[rel=next]")]).toEqual([
      "/search?q=serv&group=conversations",
      "/search?q=serv&group=conversations&page=3",
    ]);
    const last = await opened(
      url,
      answer(group("conversations", [hit("9", "Asha")], { total: 30, more: true, previous: 1 })),
    );
    expect(last.link(".card-foot a")).toBe("/reports/conversations?r=all&q=serv");
  });

  it("says that nothing was found, or what can be", async () => {
    expect((await opened("/search?q=zzz", answer())).text(".empty h2")).toBe("No results for \u2068zzz\u2069");
    expect((await opened("/search", answer())).text(".empty h2")).toBe("What are you looking for?");
  });

  it("keeps the words in a form that works without script", async () => {
    const page = await opened("/search?q=serv", answer());
    const form = page.document.querySelector("main form[role=search]")!;
    expect([
      form.getAttribute("action"),
      form.getAttribute("method"),
      form.querySelector("input")!.getAttribute("value"),
    ]).toEqual(["/search", "get", "serv"]);
  });

  it("says when the search did not answer", async () => {
    expect((await opened("/search?q=a", answer(), { failing: "/api/v1/search" })).status).toBe(503);
  });
});
