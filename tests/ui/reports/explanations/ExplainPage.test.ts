/** An explained change as a person sees it: how much, whether by chance, and its parts that add up. */
import { expect, test } from "vitest";
import type { Explanation } from "../../../../ui/features/reports/explanations/api";
import { card, dashboard } from "../dashboard/dashboard";
import { opened } from "../../rendered";
import { explanation } from "./explanation";

const open = (data: Explanation, query = "?metric=handoff_rate") => opened(`/reports/explain${query}`, () => data);
const plain = (text: string | null) => text?.replace(/[\u2066-\u2069]/g, "");

test("the change, its counts and what most of it comes from stand first", async () => {
  const page = await open(explanation());
  expect(plain(page.text(".xp-values"))).toBe("10.9% → 12.2% 1.30 pp2,110 of 19,358 → 2,518 of 20,640");
  expect(page.document.querySelector(".xp-values .dl")?.className).toContain("bad");
  const sentences = page.texts(".xp-sum p").map(plain);
  expect(sentences.slice(1)).toEqual([
    "Most comes from WhatsApp: +0.96 pp.",
    "Other rates explain +0.91 pp, a different mix of sessions +0.39 pp.",
    "95 % interval: +0.70 pp to +1.90 pp",
  ]);
});

test("parts are rows that add up, and bars from before to now", async () => {
  const page = await open(explanation());
  expect(page.texts("tbody tr").map(plain)).toEqual([
    "WhatsApp2,110 → 2,56016.0% → 23.2%+0.12 pp+0.84 pp+0.96 pp",
    "All others17,248 → 18,08010.3% → 10.6%+0.27 pp+0.07 pp+0.34 pp",
  ]);
  expect(plain(page.text("tfoot tr"))).toBe("Total+1.30 pp");
  expect(page.texts(".wf li .ellipsis")).toEqual(["Before", "WhatsApp", "All others", "Now"]);
  expect(page.texts(".wf-axis")).toEqual(["10.0%", "10.5%", "11.0%", "11.5%", "12.0%", "12.5%"]);
  const counts = await open(explanation({ unit: "count", previous: 1, value: 2, delta: 1, items: [], den: null }));
  expect(counts.texts(".wf-axis")).toEqual(["0", "1", "2"]);
});

test("within chance no cause is named", async () => {
  const page = await open(explanation({ chance: true, low: -0.2 }));
  expect(page.text(".xp-sum")).toContain("Chance can explain");
  expect(page.text(".xp-sum")).not.toContain("Most comes from");
});

test("without a comparison it says what to choose; a long range says so", async () => {
  const none = explanation({ delta: null, items: [], chance: null });
  expect((await open(none, "?cmp=none&metric=handoff_rate")).text(".empty")).toContain("Choose a period");
  const long = await open(explanation({ marks: ["long"] }), "?by=intent&metric=handoff_rate");
  expect(long.text(".xp-by.quiet")).toContain("up to 93 days");
});

test("a key figure's change leads here with the report's filters, where it has parts", async () => {
  const cards = [card("handoff_rate", { explained: true }), card("users_active")];
  const page = await opened("/reports/dashboard?grp=sales&r=last_7_days", () => dashboard({ cards }));
  const links = [...page.document.querySelectorAll(".kx")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/reports/explain?grp=sales&r=last_7_days&metric=handoff_rate"]);
});

test("splits and figures are links, and the report is the way back", async () => {
  const page = await open(explanation(), "?grp=sales&report=usage&metric=handoff_rate");
  expect(page.document.querySelector(".back")?.getAttribute("href")).toBe("/reports/dashboard?grp=sales");
  const splits = [...page.document.querySelectorAll(".xp-by .segments a")].map((link) => link.getAttribute("href"));
  expect(splits[1]).toBe("/reports/explain?grp=sales&report=usage&metric=handoff_rate&by=bot");
});
