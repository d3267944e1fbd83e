/** The two dashboards of cards as a person sees them. */
import { describe, expect, it } from "vitest";
import { ANALYTICS, cards } from "../../../ssr/cards";
import { opened } from "../../rendered";

describe("analytics", () => {
  it("has three ranges as links, and asks for the one of its address", async () => {
    const page = await opened("/dashboard/analytics?r=last_month", cards);
    expect(page.texts(".segments a")).toEqual(["Last 28 Days", "Last Month", "Last Year"]);
    expect(page.text(".segments [aria-current]")).toBe("Last Month");
    expect(page.requests).toEqual(["/api/v1/cards/analytics?r=last_month"]);
  });

  it("shows figures with their change, and which are samples", async () => {
    const page = await opened("/dashboard/analytics", cards);
    expect(page.texts(".kv b")).toEqual(["895", "500", "68", "736"]);
    expect(page.text(".dl")).toBe("20.8%");
    expect(page.texts(".kn .pill")).toEqual(["Sample", "Sample"]);
    expect(page.texts(".parts b")).toEqual(["48.4%", "25.8%", "162", "338"]);
  });

  it("has no change where there is nothing to compare with, and says what is all sample", async () => {
    const page = await opened("/dashboard/analytics", () => ({
      ...ANALYTICS,
      counted: false,
      avg_sessions: { ...ANALYTICS.avg_sessions, growth: "—" },
    }));
    expect(page.document.querySelector(".kf .dl")).toBeNull();
    expect(page.text(".page-head")).toContain("Sample figures up to 31 Dec 2020. Your role has no access to reports.");
  });

  it("leaves days without data out of the line, the table and the average", async () => {
    const page = await opened("/dashboard/analytics", cards);
    expect(page.texts(".col-8 tbody td:last-child")).toEqual(["12", "—", "14"]);
    expect(page.text(".one-figure")).toBe("447.5 a day, over 2 days with data");
  });

  it("has no figure where no day has data", async () => {
    const none = {
      ...ANALYTICS,
      days: 0,
      traffic: [null, null, null],
      active_users: [null, null, null],
      avg_sessions: { ...ANALYTICS.avg_sessions, sessions: 0, users: 0, growth: "—" },
    };
    const page = await opened("/dashboard/analytics", () => none);
    expect(page.texts(".kv b").slice(0, 2)).toEqual(["—", "—"]);
    expect(page.text(".one-figure b")).toBe("—");
  });

  it("says what failed", async () => {
    const page = await opened("/dashboard/analytics", cards, { failing: "/api/v1/cards" });
    expect(page.text(".problem h1")).toBe("This page is unavailable");
  });
});

describe("e-commerce", () => {
  it("writes every amount in one way, and says what it is counted from", async () => {
    const page = await opened("/dashboard/ecommerce", cards);
    expect(page.text(".page-head")).toContain("Sample orders up to 31 Dec 2020");
    expect(page.texts(".kv b")).toEqual(["₹31,000", "12%", "31,000", "₹115"]);
    expect(page.texts(".tiles dd")).toEqual(["₹7,86,617", "₹13,561", "₹9,45,000"]);
    expect(page.html).not.toMatch(/\d[kM]\b/);
  });

  it("keeps the range when the year changes", async () => {
    const page = await opened("/dashboard/ecommerce?r=last_year&year=2019", cards);
    expect(page.requests).toEqual(["/api/v1/cards/ecommerce?r=last_year&year=2019"]);
    const links = [...page.document.querySelectorAll(".card .segments a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/dashboard/ecommerce?r=last_year",
      "/dashboard/ecommerce?r=last_year&year=2019",
      "/dashboard/ecommerce?r=last_year&year=2018",
    ]);
  });
});
