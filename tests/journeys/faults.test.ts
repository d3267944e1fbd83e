// Answers that do not come: a part of a page says so, and what could not be brought up to date says as of when.
import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

const LIST = /\/api\/v1\/imports(\?|$)/;
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const refuse = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({
      status: 503,
      title: "Service Unavailable",
      detail: "The database is unavailable.",
      request_id: "journey-503",
    }),
  });

test("one part that failed says so, the rest is there, and trying again brings it", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/admin/bots`);
  await awaitHydration(page);
  await page.route(LIST, refuse);
  await page.locator('.rail a[href="/"]').first().click();
  const notice = page.locator("main .notice.bad");
  await notice.waitFor();
  expect(await notice.innerText()).toContain("This part could not be loaded.");
  expect(await notice.innerText()).toContain("journey-503");
  expect(await page.locator("main .doors a").count()).toBeGreaterThan(3);
  await page.unroute(LIST);
  await notice.locator("a.button").click();
  await expect.poll(() => notice.count()).toBe(0);
  await context.close();
});

test("a list that cannot be brought up to date says as of when, until it can", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/admin/bots`);
  await awaitHydration(page);
  let away = false;
  await page.route(LIST, async (route) => {
    if (away) return refuse(route);
    // As while an import runs, so that the page asks again and again.
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: { state: string }[] };
    for (const item of body.items) item.state = "running";
    return route.fulfill({ response: answer, json: body });
  });
  await page.locator('.rail a[href="/admin/import"]').first().click();
  // Not the table of the page before, which stays until this one has its data.
  await page.locator("main .il table").waitFor();
  expect(await page.locator("main .notice.warn").count()).toBe(0);
  away = true;
  const notice = page.locator("main .notice.warn");
  await notice.waitFor();
  expect(await notice.innerText()).toMatch(/As of \d/);
  expect(await page.locator("main table tbody tr").count()).toBeGreaterThan(0);
  away = false;
  await expect.poll(() => notice.count()).toBe(0);
  await context.close();
});
