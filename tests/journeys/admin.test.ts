// What admins look after: work that was given up is run again, and the log says who did that; with and without
// JavaScript.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("a dead letter is run again and found in the log, %s", async (_name, options) => {
  const { page, context, complaints } = await open(browser, options);
  await enter(page, `${base}/admin/jobs?state=failed`);
  const dead = await page.locator("tbody tr").count();
  expect(await page.locator("tbody tr").last().innerText()).toContain("No room left on the device.");
  const call = (await page.locator("tbody form").last().getAttribute("action")) ?? "";
  const job = /jobs%2F(\d+)%2Fretry/.exec(call)?.[1] ?? "";
  await page.locator("tbody form button").last().click();
  await expect.poll(() => page.locator("[role=status].done").innerText()).toContain("The job will run again.");
  expect(await page.locator("tbody tr").count()).toBe(dead - 1);
  await expect
    .poll(
      async () => ((await (await context.request.get(`${base}/api/v1/jobs/${job}`)).json()) as { state: string }).state,
    )
    .toBe("done");

  await page.goto(`${base}/admin/audit`);
  if ("javaScriptEnabled" in options) await page.selectOption("form.af select[name=action]", "job:retry");
  else {
    // So many are found by typing, once a script is there.
    await page.getByRole("combobox", { name: "Action", exact: true }).and(page.locator("input")).fill("run again");
    await page.getByRole("option", { name: "Job run again" }).click();
  }
  await page.fill("form.af input[name=subject_id]", job);
  await Promise.all([
    page.waitForURL(`${base}/admin/audit?action=job:retry&subject_id=${job}`),
    page.click("form.af button[type=submit]"),
  ]);
  await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
  const row = page.locator("tbody tr");
  for (const part of ["Asha Kulkarni", "Job run again", "Attempts"]) expect(await row.innerText()).toContain(part);
  expect(await row.locator("dl").isVisible()).toBe(false);
  await row.locator("summary").click();
  expect(await row.locator("dl").innerText()).toMatch(/[0-9a-f]{64}/);
  expect(await row.locator("dl").innerText()).toContain(job);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").first().click()]);
  expect(
    readFileSync(await file.path(), "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(2);
  expect(complaints).toEqual([]);
  await context.close();
});
