// Notifications: the bell and what opens under it, the page of all, with and without a script.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, launch, open, settled, signInByApi, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function reader(options: Parameters<typeof open>[1] = {}, next = "/notifications") {
  const watched = await open(browser, options);
  await enter(watched.page, `${base}${next}`);
  return watched;
}

/** How many are unread, as the call says. */
const unread = async (context: BrowserContext) =>
  ((await (await context.request.get(`${base}/api/v1/notifications`)).json()) as { unread: number }).unread;

/** Have something new: the reader signs in by a browser that is none of theirs yet. */
async function somethingNew(agent: string): Promise<void> {
  const { context } = await open(browser, { userAgent: agent, javaScriptEnabled: false });
  await signInByApi(context, base);
  await context.close();
}

/** The words of the bell. */
const bell = (page: Page) => page.locator(".bell");

test("the bell opens the newest; a link in it is followed and read; Escape gives the focus back", async () => {
  const { page, context, complaints } = await reader({}, "/admin/bots");
  await somethingNew("Journeys/1 first");
  await page.goto(`${base}/admin/bots`);
  await settled(page);
  const n = await unread(context);
  expect(n).toBeGreaterThan(0);
  expect(await bell(page).getAttribute("aria-label")).toBe(`Notifications, ${n} unread`);
  await bell(page).focus();
  await page.keyboard.press("Enter");
  const panel = page.locator(".nt-panel:popover-open");
  await panel.locator("li").first().waitFor();
  expect(await bell(page).getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Escape");
  await expect.poll(() => panel.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.closest(".bell") !== null)).toBe(true);
  await bell(page).click();
  await panel.locator("li").first().waitFor();
  await bell(page).click();
  await expect.poll(() => panel.count()).toBe(0);
  await bell(page).click();
  await panel.locator(".nt-line.new").first().click();
  await page.waitForURL(/account-settings\/security/);
  await expect.poll(() => unread(context)).toBe(n - 1);
  await expect
    .poll(() => bell(page).getAttribute("aria-label"))
    .toBe(n > 1 ? `Notifications, ${n - 1} unread` : "Notifications");
  expect(complaints).toEqual([]);
  await context.close();
});

test("while one looks, what is new comes by itself; elsewhere nobody waits for it", async () => {
  // Anyone who answers in the inbox waits for visitors on every page.
  const other = await open(browser);
  await enter(other.page, `${base}/pages`, "client@demo.com", "client");
  await settled(other.page);
  expect(other.requests.filter((url) => url.includes("/api/v1/live"))).toEqual([]);
  await other.context.close();
  const { page, context, requests } = await reader({}, "/admin/bots");
  await page.goto(`${base}/notifications`, { waitUntil: "load" });
  await awaitHydration(page);
  await expect.poll(() => requests.some((url) => url.includes("/api/v1/live"))).toBe(true);
  const newest = () => page.locator(".nt > li").first().getAttribute("data-id");
  const before = await newest();
  await somethingNew("Journeys/1 second");
  await expect.poll(newest).not.toBe(before);
  await context.close();
});

test("one is deleted and taken back, all are read", async () => {
  const { page, context } = await reader();
  await somethingNew("Journeys/1 third");
  await page.goto(`${base}/notifications`);
  await awaitHydration(page);
  const first = page.locator(".nt > li").first();
  const id = await first.getAttribute("data-id");
  await first.locator("form >> nth=-1").locator("button").click();
  await page.waitForSelector(".toast .toast-act");
  await expect.poll(() => page.locator(`[data-id="${id}"]`).count()).toBe(0);
  await page.click(".toast .toast-act");
  await expect.poll(() => page.locator(`[data-id="${id}"]`).count()).toBe(1);
  await page.click("form[action*='notifications%2Fread'] button");
  await expect.poll(() => unread(context)).toBe(0);
  await expect.poll(() => page.locator(".nt-line.new").count()).toBe(0);
  expect(await bell(page).getAttribute("aria-label")).toBe("Notifications");
  await context.close();
});

test("all of it works without a script, on a phone, in Arabic", async () => {
  // A browser of its own for each attempt: what was seen once is nothing new.
  await somethingNew(`Journeys/1 ${Date.now()}`);
  const { page, context } = await reader(
    { javaScriptEnabled: false, locale: "ar", viewport: { width: 390, height: 844 } },
    "/admin/bots",
  );
  await page.goto(`${base}/admin/bots`);
  const n = await unread(context);
  await bell(page).click();
  expect(new URL(page.url()).pathname).toBe("/notifications");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
  const first = await page.locator(".nt > li").first().getAttribute("data-id");
  await page.click(".nt > li:first-child form[action*=DELETE] button");
  expect(await page.locator(`[data-id="${first}"]`).count()).toBe(0);
  await page.click("main form[action*=restore] button");
  expect(await page.locator(`[data-id="${first}"]`).count()).toBe(1);
  await page.click(".nt > li:first-child form:not([action*=DELETE]) button");
  expect(await unread(context)).toBe(n - 1);
  await page.click(".tabs a >> nth=1");
  expect(await page.locator(".nt > li").count()).toBe(n - 1);
  if (n > 1) await page.click("form[action*='notifications%2Fread'] button");
  expect(await unread(context)).toBe(0);
  expect(await page.locator(".empty").count()).toBe(1);
  await context.close();
});
