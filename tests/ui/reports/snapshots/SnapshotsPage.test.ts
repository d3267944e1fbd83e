/** Snapshots: the list, what has changed since, closed months, and a frozen report. */
import { expect, test } from "vitest";
import { numbers, SNAPSHOT } from "../../../ssr/numbers";
import { opened } from "../../rendered";
import { dashboard } from "../dashboard/dashboard";

test("each snapshot opens frozen and live, an expired one does not", async () => {
  const page = await opened("/reports/snapshots", numbers);
  expect(page.texts("tbody tr").length).toBe(2);
  expect(page.link("tbody th a")).toBe(SNAPSHOT.link);
  expect(page.texts("tbody tr:last-child a")).toEqual([]);
});

test("what has changed since is listed number by number", async () => {
  const page = await opened(`/reports/snapshots?changes=${SNAPSHOT.id}`, numbers);
  expect(page.texts("table")[0]).toContain("12.4%12.6%changed");
  expect(page.text(".card")).toContain("Key figures that changed since: 1 of 1");
});

test("a frozen report says so and has no filters", async () => {
  const frozen = { id: SNAPSHOT.id, at: SNAPSHOT.created_at, by: "Asha", superseded: false };
  const page = await opened(`/reports/dashboard?snap=${SNAPSHOT.id}`, () => dashboard({ frozen }));
  expect(page.text(".notice")).toContain("Figures as of 19 Nov 2026, 14:05");
  expect(page.document.querySelector(".fb")).toBeNull();
  expect(page.requests[0]).toBe(`/api/v1/reports/dashboard?snap=${SNAPSHOT.id}&brief=1`);
});

test("closed months are listed, and one is reopened by a question", async () => {
  const page = await opened("/reports/snapshots?view=months&do=reopen&close=15", numbers);
  expect(page.text("tbody tr")).toContain("October 2026");
  expect(page.text("dialog")).toContain("Reopen this month?");
});
