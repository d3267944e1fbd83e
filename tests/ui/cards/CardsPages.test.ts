/** The two dashboards of cards as a person sees them. */
import { describe, expect, it } from "vitest";
import { ANALYTICS, cards } from "../../ssr/cards";
import { opened } from "../reports/rendered";

describe("analytics", () => {
  it("has three ranges as links, and asks for the one of its address", async () => {
    const shown = await opened("/dashboard/analytics?r=last_month", cards);
    expect(shown.texts(".segments a")).toEqual(["Last 28 Days", "Last Month", "Last Year"]);
    expect(shown.text(".segments [aria-current]")).toBe("Last Month");
    expect(shown.asked).toEqual(["/api/v1/cards/analytics?r=last_month"]);
  });

  it("shows figures with their change, and which are samples", async () => {
    const shown = await opened("/dashboard/analytics", cards);
    expect(shown.texts(".kv b")).toEqual(["895", "500", "26.6k", "265.1k"]);
    expect(shown.text(".dl")).toBe("20.8%");
    expect(shown.texts(".kn .pill")).toEqual(["Sample", "Sample"]);
    expect(shown.texts(".parts b")).toEqual(["48.4%", "25.8%", "162", "338"]);
  });

  it("has no change where there is nothing to compare with, and says what is all sample", async () => {
    const shown = await opened("/dashboard/analytics", () => ({ ...ANALYTICS, counted: false, avg_sessions: { ...ANALYTICS.avg_sessions, growth: "—" } }));
    expect(shown.document.querySelector(".kf .dl")).toBeNull();
    expect(shown.text(".page-head")).toContain("your role does not read reports");
  });

  it("says what failed", async () => {
    const shown = await opened("/dashboard/analytics", cards, { failing: "/api/v1/cards" });
    expect(shown.text(".problem h1")).toBe("This page could not be put together");
  });
});

describe("e-commerce", () => {
  it("keeps the range when the year changes", async () => {
    const shown = await opened("/dashboard/ecommerce?r=last_year&year=2019", cards);
    expect(shown.asked).toEqual(["/api/v1/cards/ecommerce?r=last_year&year=2019"]);
    const links = [...shown.document.querySelectorAll(".card .segments a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/dashboard/ecommerce?r=last_year", "/dashboard/ecommerce?r=last_year&year=2019", "/dashboard/ecommerce?r=last_year&year=2018"]);
  });
});
