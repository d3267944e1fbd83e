/** The list of visits whose customers are to be asked, as a person sees it. */
import { expect, test } from "vitest";
import { opened } from "../../rendered";
import { dueVisits } from "../standard/report";

const URL = "/reports/groups/psf/due";

test("a visit leads to its vehicle, and the list to its other pages under the same filters", async () => {
  const page = await opened(`${URL}?r=last_90_days&out=outlet:9`, () => dueVisits());
  expect(page.texts("tbody tr")).toEqual(["JC-118 Nov 2026Pune BanerMH12AB1234Vela", "JC-219 Nov 2026Nashik——"]);
  expect(page.link("tbody th a")).toBe("/admin/masters/vehicles/5");
  const links = [...page.document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toContain(`${URL}?r=last_90_days&out=outlet:9&page=2`);
  expect(links).toContain(`${URL}?r=last_90_days`);
});

test("a page after the last leads to the first, and no visits to all time", async () => {
  const late = await opened(`${URL}?page=9`, () => dueVisits({ items: [], page: 9, next: null, previous: "8" }));
  expect(late.text("main")).toContain("First page");
  const none = await opened(URL, () => dueVisits({ items: [], total: 0, next: null }));
  expect(none.text("main")).toContain("Nobody is due in this period");
});
