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

// Its calls are all made by one template: each look has some of them, at length all; axe fewer.
const every = process.env.ENDURE === "1" ? 1 : 4;
test.each([
  [390, "light", 0],
  [1440, "dark", 2],
] as const)("reads well at %i px, %s", async (width, colorScheme, first) => {
  const { page, complaints, context } = await open(browser, {
    bypassCSP: true,
    colorScheme,
    viewport: { width, height: 900 },
  });
  const keep = (nth: number, from: number) =>
    page.evaluate(
      ([nth, from]) =>
        document.querySelectorAll("article").forEach((call, at) => at % nth! !== from! % nth! && call.remove()),
      [nth, from],
    );
  await page.goto(url);
  await keep(every, first);
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
  for (const wide of width === 390 ? [width, 820] : [width]) {
    await page.setViewportSize({ width: wide, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await keep(6, 0);
  await page.evaluate(axe);
  const problems = await page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    ).axe.run();
    return violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html.slice(0, 200)}`);
  });
  expect(problems).toEqual([]);
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
