// What the table of pages does not name is no wider than a phone's or a tablet's screen, and accessible on a phone.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, settled, type Watched } from "./browser";
import { base } from "./here";
import { expectNone, findings, LONG, misfitsAt, nameLong } from "./pages";

let browser: Browser;
let reader: Watched;

beforeAll(async () => {
  await nameLong();
  browser = await launch();
  reader = await open(browser, { bypassCSP: true });
  await enter(reader.page, `${base}/`);
});
afterAll(() => browser.close());

test.each(["/reports/dashboard?r=all", "/reports/conversations?r=all", `/search?q=${LONG.slice(0, 12)}`])(
  "%s",
  async (path) => {
    await reader.page.setViewportSize({ width: 390, height: 844 });
    await reader.page.goto(base + path);
    await settled(reader.page);
    expectNone([...(await misfitsAt(reader.page, 390)), ...(await misfitsAt(reader.page, 820))]);
  },
);

test("the dashboard is accessible on a phone", async () => {
  await reader.page.setViewportSize({ width: 390, height: 844 });
  await reader.page.goto(`${base}/reports/dashboard`);
  await settled(reader.page);
  expect(await reader.page.locator("h1").count()).toBe(1);
  expectNone(await findings(reader));
});
