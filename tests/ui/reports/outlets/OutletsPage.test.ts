/** The table of outlets as a person sees it. */
import { describe, expect, it } from "vitest";
import { opened } from "../../rendered";
import { compared } from "./compared";

const open = (url = "/reports/outlets", data = compared()) => opened(url, () => data);

describe("rows", () => {
  it("lead to the outlet's dashboard and to its conversations", async () => {
    const page = await open();
    expect(page.link("tbody th a")).toBe("/reports/dashboard?out=outlet:1");
    expect(page.link("tbody td a")).toBe("/reports/conversations?out=outlet:1&is=engaged");
    expect(page.text("tbody th")).toBe("BanerMeridian <North> · Pune");
  });

  it("tell the rank, and none where there are too few conversations", async () => {
    const page = await open();
    const ranks = [...page.document.querySelectorAll("tbody .k-rank")].map((cell) => cell.textContent);
    expect(ranks).toEqual(["2 of 7", "—"]);
    const few = page.document.querySelectorAll("tbody tr")[1]!.querySelector(".by span")!;
    expect([few.textContent, few.getAttribute("title")]).toEqual(["8 of 13*", "Too few to compare: under 30"]);
  });
});

describe("the head", () => {
  it("ranks by another figure, and turns the order round", async () => {
    const page = await open("/reports/outlets?grp=service");
    expect(page.link("thead .k-csat a")).toBe("/reports/outlets?grp=service&by=csat");
    expect(page.link("thead .k-rank a")).toBe("/reports/outlets?grp=service&sort=-rank");
    expect(page.link("thead .k-outlet a")).toBe("/reports/outlets?grp=service&sort=name");
  });

  it("says by what outlets are ranked, or that there are too few of them", async () => {
    expect((await open()).text(".ranked")).toBe(
      "Ranked by Resolved containment. Outlets with enough conversations: 7. Median: 58.2%.",
    );
    const few = compared({ ranked: { by: "csat", better: "up", of: null, median: null } });
    expect((await open("/reports/outlets?by=csat", few)).text(".ranked")).toBe(
      "Outlets are ranked once enough of them have 30 or more conversations.",
    );
  });
});

it("says how many outlets of a link the reader sees", async () => {
  expect((await open()).document.body.textContent).toContain("Showing 2 of 7 outlets");
  const all = compared({ filters: { ...compared().filters, clipped: null } });
  expect((await open("/reports/outlets", all)).document.body.textContent).not.toContain("Showing");
});

it("narrows to a dealer group, and leads out of a filter without outlets", async () => {
  const page = await open("/reports/outlets?out=city:5");
  const links = [...page.document.querySelectorAll(".menu-panel a")];
  const group = links.find((link) => link.textContent === "Meridian North");
  expect(group?.getAttribute("href")).toBe("/reports/outlets?out=city:5,parent:3");
  const none = await open("/reports/outlets?out=city:5", compared({ items: [], total: 0 }));
  expect(none.link(".empty a")).toBe("/reports/outlets");
});
