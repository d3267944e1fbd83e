/** The list of conversations as a person sees it. */
import { describe, expect, it } from "vitest";
import { opened, SESSION } from "../../rendered";
import { fields } from "./conditions";
import { COLUMNS, DEFAULT_COLUMNS } from "../../../../ui/features/reports/history/columnNames";
import { list, row } from "./conversation";

const answered =
  (data = list()) =>
  (path: string) =>
    path.endsWith("/conversations/filters") ? fields() : data;
const open = (url = "/reports/conversations", data = list()) => opened(url, answered(data));

describe("rows", () => {
  it("open their conversation inside the same list", async () => {
    const page = await open("/reports/conversations?outcome=abandoned");
    expect(page.link("tbody th a")).toBe("/reports/conversations/1?outcome=abandoned");
  });

  it("say who, when, where and how it ended, the contact masked", async () => {
    const page = await open();
    const first = page.text("tbody tr")!;
    for (const part of ["21 Nov 13:41", "Rohan Deshpande", "•4821", "WhatsApp", "Service Desk", "Handed off"])
      expect(first).toContain(part);
  });

  it("show tags and review without a choice, and no length to the millisecond", async () => {
    const tagged = row("1", { duration_ms: 93, tags: ["price dispute"] });
    const page = await open("/reports/conversations", list({ items: [tagged, row("2", { duration_ms: 1000 })] }));
    expect(page.texts("thead th").slice(-2)).toEqual(["Tag", "Review"]);
    expect(page.text("tbody tr .chip")).toBe("price dispute");
    expect(page.texts("tbody .k-d")).toEqual(["under 1 s", "1s"]);
  });

  it("mark a start and a duration that were estimated", async () => {
    const page = await open("/reports/conversations", list({ items: [row("1", { estimated: true }), row("2")] }));
    const rows = [...page.document.querySelectorAll("tbody tr")];
    const marked = rows.map((row) =>
      [".k-when", ".k-d"].map((cell) => row.querySelector(cell)!.textContent.startsWith("≈")),
    );
    expect(marked).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(page.document.querySelector(".k-d abbr")?.getAttribute("title")).toBe("Estimated time: the file has none");
  });

  it("keep a masked number’s order where lines run from the right", async () => {
    const arabic = { session: { locale: "ar", dir: "rtl" } } as const;
    const page = await opened("/reports/conversations", answered(), arabic);
    const numbers = [...page.document.querySelectorAll("tbody .l4")];
    expect(numbers.map((element) => [element.tagName, element.getAttribute("dir"), element.textContent])).toEqual(
      Array(3).fill(["BDI", "ltr", "•4821"]),
    );
  });

  it("can be opened when nobody gave a name", async () => {
    const page = await open(
      "/reports/conversations",
      list({ items: [row("1", { contact: { id: "5", name: "", last4: null } })] }),
    );
    expect(page.text("tbody th a")).toBe("No name");
  });

  it("mark many fallbacks and show a missing score as a dash", async () => {
    const page = await open("/reports/conversations", list({ items: [row("1", { fallbacks: 4, csat: null })] }));
    expect(page.text("tbody .bad")).toBe("4");
    expect(page.texts("tbody .k-n").at(-1)).toContain("—");
  });
});

describe("columns", () => {
  it("can be all that a file has, each with a name and a value in the reader’s words", async () => {
    const page = await open(`/reports/conversations?cols=${COLUMNS.join(",")}`);
    expect(COLUMNS).toHaveLength(40);
    const heads = page.texts("thead th").slice(0, 40);
    expect(heads.slice(26)).toEqual([
      "Contact id",
      "Bot version",
      "Traffic",
      "Source",
      "Engaged",
      "First session of the person",
      "Messages by the person",
      "Messages by the bot",
      "Messages by agents",
      "Turns in own words",
      "Failed turns",
      "Handoff",
      "Resolved",
      "Last node",
    ]);
    const cells = [...page.document.querySelectorAll("tbody tr:first-child > *")].map((cell) => cell.textContent);
    // A card on a phone has no heads: each cell has its own.
    const values = ["5", "3", "Real", "live", "yes", "no", "6", "5", "1", "4", "0", "Accepted", "—", "Ask day"];
    expect(cells.slice(26, 40)).toEqual(heads.slice(26).map((head, at) => `${head} ${values[at]}`));
  });
});

describe("export", () => {
  it("is a plain form with the list's filters, on every page of it", async () => {
    const page = await open("/reports/conversations?outcome=abandoned&sort=-turns&page=3&per=25");
    const target = new URLSearchParams(
      page.document.querySelector(".page-head form")?.getAttribute("action")?.split("?")[1],
    );
    expect([target.get("call"), target.get("method"), target.get("page")]).toEqual([
      `/api/v1/exports?outcome=abandoned&sort=-turns&cols=${DEFAULT_COLUMNS.join(",")}`,
      "POST",
      "/reports/exports",
    ]);
  });

  it("is there for those who may export, and where there is something", async () => {
    expect(
      (await open("/reports/conversations", list({ items: [], total: 0 }))).document.querySelector(".page-head form"),
    ).toBeNull();
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Conversation" }] };
    const page = await opened("/reports/conversations", answered(), { session: { user } });
    expect(page.document.querySelector(".page-head form")).toBeNull();
  });
});

describe("address", () => {
  it("asks the API with exactly the filters that are not defaults", async () => {
    const page = await open(
      "/reports/conversations?r=all&outcome=abandoned,error&goal=1&fallbacks=2&sort=-turns&page=3&per=25&is=resolved",
    );
    expect(page.requests).toEqual([
      "/api/v1/conversations?r=all&outcome=abandoned,error&goal=1&fallbacks=2&sort=-turns&page=3&per=25&is=resolved",
      "/api/v1/conversations/filters",
      "/api/v1/saved-views?area=conversations&per=100",
      "/api/v1/saved-views/counts",
    ]);
  });

  it("goes on by a cursor where pages end", async () => {
    const page = await open("/reports/conversations?page=c92", list({ page: null, next: "c81", previous: null }));
    expect(page.requests).toEqual([
      "/api/v1/conversations?page=c92",
      "/api/v1/conversations/filters",
      "/api/v1/saved-views?area=conversations&per=100",
      "/api/v1/saved-views/counts",
    ]);
    expect(page.link("a[rel=next]")).toBe("/reports/conversations?page=c81");
  });

  it("turns the order of a column and names the current one", async () => {
    const page = await open("/reports/conversations?sort=-turns");
    const head = [...page.document.querySelectorAll("thead th[aria-sort]")];
    expect(
      head.map((cell) => [
        cell.textContent,
        cell.getAttribute("aria-sort"),
        cell.querySelector("a")?.getAttribute("href"),
      ]),
    ).toEqual([["Turns", "descending", "/reports/conversations?sort=turns"]]);
  });

  it("keeps sort and filters, but not the page, when a filter changes", async () => {
    const page = await open("/reports/conversations?outcome=error&sort=-turns&page=3");
    expect(page.link(".chip-x")).toBe("/reports/conversations?sort=-turns");
    const hidden = [...page.document.querySelectorAll("form.sf input[type=hidden]")].map(
      (input) => `${input.getAttribute("name")}=${input.getAttribute("value")}`,
    );
    expect(hidden).toEqual(["outcome=error", "sort=-turns"]);
  });

  it("names every filter that narrows", async () => {
    const page = await open("/reports/conversations?bot=7&grp=service&ch=web&goal=1&q=price&is=resolved");
    expect(page.texts(".chip.tint")).toEqual([
      "EvidenceResolved by the bot",
      "BotService Desk",
      "GroupService",
      "ChannelWeb chat",
      "Goal reachedyes",
      "Searchprice",
    ]);
  });

  it("adds the day that is not over to a range of complete days", async () => {
    const days = "/reports/conversations?r=last_28_days";
    const page = await open(days);
    expect(page.texts(".lf .chip.add")).toContain("Today");
    expect(page.link('.lf a.chip.add[href*="today=1"]')).toBe(`${days}&today=1`);
    const added = await open(`${days}&today=1`);
    expect(added.requests.some((path) => path.startsWith("/api/v1/conversations?") && path.includes("today=1"))).toBe(
      true,
    );
    const none = await open(days, list({ items: [], total: 0 }));
    expect(none.texts(".empty a")[0]).toBe("Include today");
  });

  it("has today in its own range, and offers it alone", async () => {
    const page = await open("/reports/conversations");
    expect(page.requests.find((path) => path.startsWith("/api/v1/conversations"))).not.toContain("r=");
    expect(page.text(".lf summary")).toContain("Last 28 days and today");
    expect(page.texts(".lf .chip.add")).not.toContain("Today");
    expect(page.texts(".lf .mn a, .lf details a").slice(0, 2)).toEqual(["Today", "Last 28 days and today"]);
  });

  it("offers four page lengths", async () => {
    const page = await open("/reports/conversations?per=25");
    expect(page.texts(".rw a")).toEqual(["10", "25", "50", "100"]);
    expect(page.text(".rw a[aria-current]")).toBe("25");
  });
});

describe("states", () => {
  it("no conversation at all leads to the import", async () => {
    const page = await open("/reports/conversations", list({ items: [], total: 0, as_of: null }));
    expect(page.text(".empty h2")).toBe("No conversations yet");
    expect(page.link(".empty a")).toBe("/admin/import");
  });

  it("no match names a filter and offers to remove it", async () => {
    const page = await open("/reports/conversations?grp=service&q=zzz", list({ items: [], total: 0 }));
    expect(page.texts(".empty a")).toEqual(["Remove “Search zzz”", "Clear all"]);
    expect(page.link(".empty a")).toBe("/reports/conversations?grp=service");
  });

  it("no match names what keeps most out, and how many there are without it", async () => {
    const empty = { items: [], total: 0, removes_most: { key: "grp", f: null, count: 331 } };
    const page = await open("/reports/conversations?grp=service&q=zzz", list(empty));
    expect(page.texts(".empty a")).toEqual(["Without “Group Service”: 331 conversations", "Clear all"]);
    expect(page.link(".empty a")).toBe("/reports/conversations?q=zzz");
    const conditions = [{ f: "turns:gte:9", label: "Turns", op: "gte", values: ["9"] }];
    const narrow = { ...empty, conditions, removes_most: { key: "f", f: "turns:gte:9", count: 12 } };
    const conditional = await open("/reports/conversations?grp=service&f=turns:gte:9", list(narrow));
    expect(conditional.texts(".empty a")[0]).toMatch(/^Without “Turns .*9”: 12 conversations$/);
    expect(conditional.link(".empty a")).toBe("/reports/conversations?grp=service");
  });

  it("an unknown key is mentioned, a wrong value is a 400", async () => {
    expect((await open("/reports/conversations?color=red")).text(".notice")).toContain("color");
    expect((await open("/reports/conversations?per=33")).status).toBe(400);
  });
});
