// The command palette: everything by keyboard, out of the same index as the search box.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function palette(path = "/pages", ...account: [string, string] | []) {
  const watched = await open(browser);
  await enter(watched.page, `${base}${path}`, ...account);
  await awaitHydration(watched.page);
  await expect
    .poll(async () => {
      await watched.page.keyboard.press("Control+k");
      return watched.page.locator("dialog.palette:modal").count();
    })
    .toBe(1);
  return {
    ...watched,
    lines: watched.page.locator(".palette [role=option]"),
    input: watched.page.locator(".palette [role=combobox]"),
  };
}

test("finds pages, bots and actions, and goes there by Enter", async () => {
  const { page, context, lines, input, complaints } = await palette();
  await expect.poll(() => lines.allInnerTexts()).toContain("New bot");
  await page.keyboard.type("dashb");
  await expect.poll(() => lines.first().innerText()).toContain("Dashboard");
  expect(await input.getAttribute("aria-activedescendant")).toBe(await lines.first().getAttribute("id"));
  expect(await lines.first().getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.waitForURL(/reports\/dashboard|dashboard\//);
  await expect.poll(() => page.locator("dialog.palette").count()).toBe(0);
  await page.keyboard.press("Control+k");
  await expect.poll(() => page.locator(".palette [role=group] p").first().innerText()).toBe("Recently opened");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("dialog.palette").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("prefixes narrow it to actions, bots and people, as the search box's answer has them", async () => {
  const { page, context, lines, input } = await palette();
  await input.fill(">import");
  await expect.poll(() => lines.allInnerTexts()).toEqual(["Import conversations"]);
  await input.fill("#serv");
  await expect.poll(async () => (await page.locator(".palette [role=group] p").allInnerTexts()).join()).toBe("Bots");
  const count = await lines.count();
  const { groups } = (await (await context.request.get(`${base}/api/v1/search?q=serv&group=bots`)).json()) as {
    groups: { total: number; hits: object[] }[];
  };
  expect(count).toBeGreaterThanOrEqual(groups[0]!.hits.length);
  await input.fill("@a");
  await expect.poll(async () => (await page.locator(".palette [role=group] p").allInnerTexts()).join()).toBe("People");
  await context.close();
});

test("switches the skin without leaving the page", async () => {
  const { page, context, lines, input } = await palette();
  await input.fill("> switch to dark");
  await expect.poll(() => lines.allInnerTexts()).toEqual(["Switch to dark"]);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getAttribute("html", "data-skin")).toBe("dark");
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name.endsWith("prefs"))).toBe(true);
  await page.reload();
  expect(await page.getAttribute("html", "data-skin")).toBe("dark");
  await context.close();
});

test("has nothing for who may not do it, and is loaded at its first use", async () => {
  const { page, context, lines, input } = await palette("/pages", "client@demo.com", "client");
  await expect.poll(() => lines.count()).toBeGreaterThan(1);
  const all = await lines.allInnerTexts();
  expect(all.filter((text) => /New bot|Import|Add user|New task/.test(text))).toEqual([]);
  await input.fill("audit");
  await expect
    .poll(async () => (await page.locator(".palette .seek-none").count()) + (await lines.count()))
    .toBeGreaterThan(0);
  expect((await lines.allInnerTexts()).filter((text) => text.includes("Audit"))).toEqual([]);
  await context.close();
  const fresh = await open(browser);
  await enter(fresh.page, `${base}/pages`);
  await awaitHydration(fresh.page);
  expect(
    await fresh.page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /Palette/.test(name)).length,
    ),
  ).toBe(0);
  await fresh.context.close();
});
