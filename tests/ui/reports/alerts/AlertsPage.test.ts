/** Alerts: the list, one that fires, and the form. */
import { expect, test } from "vitest";
import { numbers, ALERT } from "../../../ssr/numbers";
import { opened } from "../../rendered";

test("each has its state, its rule and what it saw last", async () => {
  const page = await opened("/reports/alerts", numbers);
  const rows = page.texts("tbody tr");
  expect(rows[0]).toContain("firing");
  expect(rows[0]).toContain("Handed off, above 13.0%, 1 complete day17.2%");
  expect(rows[1]).toContain("paused");
});

test("one that fires is acknowledged, and tells before and after", async () => {
  const page = await opened("/reports/alerts/9", numbers);
  expect(page.text(".notice")).toContain("17.2% of 122 counted, before 12.6%. Provisional for 72 hours.");
  expect(page.document.querySelector("form[action*=acknowledge]")).not.toBeNull();
  expect(page.text("#try")).toContain("Test rule");
  const calm = await opened("/reports/alerts/9", (path) =>
    path.endsWith("/9") ? { ...ALERT, state: "armed", firing: null } : numbers(path),
  );
  expect(calm.document.querySelector("form[action*=acknowledge]")).toBeNull();
});

test("the form begins with the rule there is", async () => {
  const page = await opened("/reports/alerts/9?do=edit", numbers);
  expect(page.document.querySelector("[name=threshold]")?.getAttribute("value")).toBe("13");
  expect(page.document.querySelector("[name=emails]")?.getAttribute("value")).toBe("asha@example.com");
});
