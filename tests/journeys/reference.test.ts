// The API's reference: from 390 to 1440 px, light and dark, without a script, by axe's measure, and its links open.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open } from "./browser";
import { base } from "./here";

const axe = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");
const url = `${base}/api/docs`;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

// Its calls are all made by one template: every one is looked at where there is least room, few of them everywhere.
test.each(["light", "dark"] as const)("reads well from 390 to 1440 px, %s", async (colorScheme) => {
  const { page, complaints, context } = await open(browser, { bypassCSP: true, colorScheme, viewport: { width: 390, height: 900 } });
  const keep = (every: number) => page.evaluate((nth) => document.querySelectorAll("article").forEach((call, at) => at % nth > 0 && call.remove()), every);
  const tooWide = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
  await page.goto(url);
  await page.evaluate(axe);
  if (colorScheme === "dark") await keep(16);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  expect(await tooWide()).toBe(0);
  if (colorScheme === "light") await keep(8);
  for (const width of colorScheme === "light" ? [390, 820, 1440] : [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
      return violations.map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 200)}`);
    });
    expect([width, await tooWide(), ...found]).toEqual([width, 0]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test("works without a script: a call is opened from the contents", async () => {
  const { page, complaints, context } = await open(browser, { javaScriptEnabled: false });
  await page.goto(url);
  await page.locator(".contents summary", { hasText: "bots" }).click();
  await page.locator('.contents a[href="#post-api-v1-bots"]').click();
  const call = page.locator("#post-api-v1-bots");
  await call.locator("summary", { hasText: "Body" }).click();
  expect(await call.locator("table:visible").innerText()).toContain("group");
  expect(new URL(page.url()).hash).toBe("#post-api-v1-bots");
  expect(complaints).toEqual([]);
  await context.close();
});
