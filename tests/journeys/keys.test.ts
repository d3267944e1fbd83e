// Keys that every list has: j and k go through its rows, Enter opens one, Escape goes back.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("j, k and Enter work in every list", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/pages`);
  for (const path of [
    "/reports/conversations?r=all",
    "/admin/bots",
    "/apps/invoice/list",
    "/apps/user/list",
    "/admin/audit",
    "/search?q=serv",
    "/",
  ]) {
    await page.goto(base + path, { waitUntil: "load" });
    await awaitHydration(page);
    const here = () =>
      page.evaluate(() =>
        document.activeElement?.closest("main") ? (document.activeElement as HTMLElement).getAttribute("href") : null,
      );
    await expect
      .poll(async () => {
        await page.keyboard.press("j");
        return here();
      }, path)
      .not.toBeNull();
    const first = await here();
    await page.keyboard.press("j");
    const second = await here();
    await page.keyboard.press("k");
    expect([path, await here()]).toEqual([path, first]);
    expect([path, second]).not.toEqual([path, null]);
  }
  await context.close();
});

test("Enter opens the row, and Escape goes back to the list", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/reports/conversations?r=all`);
  await awaitHydration(page);
  await expect
    .poll(async () => {
      await page.keyboard.press("j");
      return page.evaluate(() => document.activeElement?.closest("tr") !== null);
    })
    .toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(/conversations\/\d+/);
  await page.waitForSelector("main .cz", { state: "attached" });
  await page.keyboard.press("Escape");
  await page.waitForURL(/conversations\?/);
  await context.close();
});

test("the help names the keys of lists where there is one", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/pages`);
  const keysOf = async (path: string) => {
    await page.goto(base + path, { waitUntil: "load" });
    await awaitHydration(page);
    await page.keyboard.press("?");
    const help = page.locator("dialog[open]");
    await help.waitFor();
    return (await help.locator("kbd").allInnerTexts()).filter((key) => ["j", "k", "Enter", "Esc"].includes(key));
  };
  expect(await keysOf("/admin/bots")).toEqual(["j", "k", "Enter", "Esc"]);
  expect(await keysOf("/pages/account-settings")).toEqual(["Esc"]);
  // What a page does by the same keys is its own.
  expect(await keysOf("/apps/calendar")).toEqual(expect.arrayContaining(["j", "k"]));
  await context.close();
});

test("the focus is in the condition that is added, and stays in the row of one that is removed", async () => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/reports/conversations?r=all`);
  await awaitHydration(page);
  const label = () =>
    page.evaluate(() => {
      const { activeElement, body } = document;
      if (activeElement === body) return "";
      return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim();
    });
  const add = async (field: string) => {
    const chip = page.locator("summary", { hasText: "Add condition" });
    await chip.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: field, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  const isInCondition = () => page.evaluate(() => document.activeElement?.matches(".cond input:not([type=hidden])"));
  // Also where the link is older than its script, and loads a document.
  await page.goto(`${base}/reports/conversations?r=all&add=duration:gt`);
  await expect.poll(isInCondition).toBe(true);
  await expect.poll(() => page.locator(".cond input[type=number]").count()).toBe(1);
  await expect.poll(isInCondition).toBe(true);
  await page.goto(`${base}/reports/conversations?r=all`);
  await awaitHydration(page);
  await add("Duration, s");
  await expect.poll(isInCondition).toBe(true);
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".cond").count()).toBe(0);
  await expect.poll(label).toBe("Add condition");

  await add("Channel");
  await expect.poll(isInCondition).toBe(true);
  await page.getByRole("link", { name: "is none of", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("not_in");
  await expect.poll(label).toBe("is none of");
  await page.getByRole("link", { name: "Cancel", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(label).toBe("Add condition");

  await page.goto(`${base}/reports/conversations?r=all&outcome=completed&f=turns:gt:1`, { waitUntil: "load" });
  await awaitHydration(page);
  const removes = page.locator(".lf .chip-x");
  await removes.first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => removes.count()).toBe(1);
  await expect.poll(label).toContain("Turns");
  await page.keyboard.press("Enter");
  await expect.poll(() => removes.count()).toBe(0);
  await expect.poll(label).toBe("Add condition");
  expect(complaints).toEqual([]);
  await context.close();
});

test("f adds a condition, x removes the one with the focus, and r opens the receipt of a figure", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/reports/conversations?r=all&f=channel:in:web;turns:gt:0`);
  await awaitHydration(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("href"));
  await expect
    .poll(async () => {
      await page.keyboard.press("f");
      return focused();
    })
    .toContain("add=bot");
  await page.keyboard.press("Escape");
  await page.locator(".lf .chip-x").last().focus();
  await page.keyboard.press("x");
  await page.waitForURL((url) => url.searchParams.get("f") === "channel:in:web");
  await page.goto(`${base}/reports/dashboard?r=all&data=all`, { waitUntil: "load" });
  await awaitHydration(page);
  await page.locator(".kf h2 a").first().focus();
  await expect
    .poll(
      async () => {
        await page.keyboard.press("r");
        // Pressed again it would ask once more.
        await page.waitForURL(/receipts/, { timeout: 3_000 }).catch(() => null);
        return page.url();
      },
      { timeout: 20_000 },
    )
    .toContain("/receipts/");
  await context.close();
});
