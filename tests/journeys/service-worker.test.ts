// A service worker left behind by an earlier product must not stand between a reader and this one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, settled } from "./browser";
import { base } from "./here";

const table = JSON.parse(readFileSync(join(import.meta.dirname, "../../app/static/build/pages.json"), "utf8")) as {
  idle: string;
};
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("any service worker found is unregistered", async () => {
  const { page, context } = await open(browser, { bypassCSP: true });
  await page.goto(`${base}/misc/error`);
  const count = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await settled(page);
  // Any script of ours will do: what counts is that it is registered.
  await page.evaluate(async (script) => void (await navigator.serviceWorker.register(script)), table.idle);
  expect(await count()).toBe(1);
  await page.reload();
  await expect.poll(count).toBe(0);
  await context.close();
});
