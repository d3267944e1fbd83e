// The frame: nothing shifts, and everything about it works without a script.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, signIn, still } from "./browser";
import { base } from "./here";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function reader(options: Parameters<typeof open>[1] = {}) {
  const { page, context } = await open(browser, options);
  await page.goto(`${base}/pages/login-v1`);
  await signIn(page);
  return { page, context };
}

test.each([1440, 390])("nothing shifts at %i, the menu pinned or not", async (width) => {
  const { page, context } = await reader({ viewport: { width, height: 900 } });
  for (const pinned of [false, true]) {
    if (pinned && width > 640) {
      await page.goto(`${base}/pages/layout`);
      // The menu widens under the pointer and takes its pin along.
      await page.hover(".rail");
      await still(page.locator(".rail"));
      await page.click(".rail form:has([name=menuCollapsed][value=false]) button");
      await page.waitForSelector(".frame.pinned");
      await expect.poll(async () => (await context.cookies()).some(({ name }) => name.endsWith("prefs"))).toBe(true);
    }
    for (const path of ["/", "/reports/dashboard", "/reports/conversations"]) {
      await page.goto(base + path, { waitUntil: "load" });
      await page.waitForTimeout(600);
      const shift = await page.evaluate(() => new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += (entry as PerformanceEntry & { value: number }).value))).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(Math.round(sum * 100) / 100), 100);
      }));
      expect([path, shift]).toEqual([path, 0]);
    }
  }
  await context.close();
});

test("menu, skin, layout and language work without a script", async () => {
  const { page, context } = await reader({ javaScriptEnabled: false });
  await page.goto(`${base}/reports/dashboard`);
  await page.click(".rail a[href='/reports/usage']");
  expect(new URL(page.url()).pathname).toBe("/reports/usage");
  await page.click(".layout-open");
  await page.click("form:has([name=skin][value=semi-dark]) button");
  await page.click("form:has([name=menuCollapsed][value=false]) button");
  await page.click("form:has([name=navbar][value=floating]) button");
  await page.click("form:has([name=isRTL][value=true]) button");
  await page.goto(`${base}/reports/dashboard`);
  expect(await page.getAttribute("html", "data-skin")).toBe("semi-dark");
  expect(await page.getAttribute("html", "dir")).toBe("rtl");
  expect(await page.getAttribute(".frame", "class")).toBe("frame pinned bar-floating");
  await page.goto(`${base}/pages/layout`);
  await page.click("form[action*='method=DELETE'] button >> nth=-1");
  expect(await page.getAttribute(".frame", "class")).toBe("frame");
  expect(await page.getAttribute("html", "dir")).toBe("ltr");
  await page.click(".personal .menu > summary");
  await page.click("button[name=locale][value=hi]");
  expect(await page.getAttribute("html", "lang")).toBe("hi");
  await page.click(".personal .menu > summary");
  await page.click("button[name=locale][value=en]");
  expect(await page.getAttribute("html", "lang")).toBe("en");
  await context.close();
});

test("the panel changes the page it is on at once, and the next document has it", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/reports/dashboard`, { waitUntil: "networkidle" });
  await page.click(".layout-open");
  const panel = page.locator("dialog[open]");
  let kept = 0;
  page.on("response", (response) => (kept += Number(response.request().method() === "POST")));
  await panel.locator("form:has([name=skin][value=dark]) button").click();
  await panel.locator("form:has([name=navbar][value=static]) button").click();
  await panel.locator("form:has([name=menuHidden][value=true]) button").click();
  expect(await page.getAttribute("html", "data-skin")).toBe("dark");
  expect(await page.getAttribute(".frame", "class")).toBe("frame menu-gone bar-static");
  await expect.poll(() => kept).toBe(3);
  await page.reload();
  expect(await page.getAttribute("html", "data-skin")).toBe("dark");
  expect(await page.getAttribute(".frame", "class")).toBe("frame menu-gone bar-static");
  await context.close();
});

test("arrows go through the menu", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/offers`, { waitUntil: "networkidle" });
  await page.focus(".rail a[href='/reports/usage']");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/reports/engagement");
  await page.keyboard.press("End");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/pages");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/reports/dashboard");
  await context.close();
});

/** End the browser's session from another device: signing out here would forget what was typed. */
async function endElsewhere(context: BrowserContext): Promise<void> {
  const mine = await (await context.request.get(`${base}/api/v1/me/sessions`)).json() as { items: { id: string; current: boolean }[] };
  const { id } = mine.items.find(({ current }) => current)!;
  const entered = await fetch(`${base}/jwt/login`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email: "admin@demo.com", password: "admin" }) });
  const { accessToken } = (await entered.json()) as { accessToken: string };
  const ended = await fetch(`${base}/api/v1/me/sessions/${id}/end`, { method: "POST", headers: { Authorization: `Bearer ${accessToken}` } });
  expect(ended.status).toBe(204);
}

test("a session that is over keeps what was typed, and goes on after signing in on another tab", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/apps/todo`);
  await page.waitForSelector(".toasts", { state: "attached" });
  await page.fill("[name=title]", "Call the workshop");
  await endElsewhere(context);
  await page.bringToFront();
  await page.press("[name=title]", "Enter");
  await page.waitForSelector(".toast.bad");
  const [other] = await Promise.all([context.waitForEvent("page"), page.click(".toast.bad .toast-act")]);
  await other.waitForLoadState();
  expect(new URL(other.url()).searchParams.get("why")).toBe("ended");
  await signIn(other);
  expect(new URL(other.url()).pathname).toBe("/apps/todo");
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.waitForSelector(".toast.good");
  expect(await page.inputValue("[name=title]")).toBe("Call the workshop");
  await page.press("[name=title]", "Enter");
  await page.waitForSelector(".t-title >> text=Call the workshop");
  await context.close();
});

test("a form sent after the session was over shows what was typed, and is sent again after signing in on another tab", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/pages/account-settings`, { waitUntil: "networkidle" });
  const company = page.locator("#who [name=company]");
  await company.fill("Meridian Workshops");
  await endElsewhere(context);
  await page.bringToFront();
  await page.locator("#who button[type=submit]").click();
  await page.waitForSelector("dd:has-text('Meridian Workshops')");
  const [other] = await Promise.all([context.waitForEvent("page"), page.click("main a >> nth=0")]);
  await other.waitForLoadState();
  await signIn(other);
  await page.bringToFront();
  await page.goBack({ waitUntil: "networkidle" });
  expect(await company.inputValue()).toBe("Meridian Workshops");
  await page.locator("#who button[type=submit]").click();
  await page.waitForURL(/account-settings/);
  await page.goto(`${base}/pages/account-settings`);
  expect(await company.inputValue()).toBe("Meridian Workshops");
  await context.close();
});

test("a toast stays while one goes to another page", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/admin/bots`);
  await page.waitForFunction(() => Object.keys(document.querySelector(".star") ?? {}).some((key) => key.startsWith("__reactProps")));
  if ((await page.getAttribute(".star", "aria-pressed")) === "false") {
    await page.click(".star");
    await page.waitForSelector(".star[aria-pressed=true]");
  }
  await page.click(".star");
  await page.waitForSelector(".toast .toast-act");
  await page.click(".rail a[href='/reports/usage']");
  await page.waitForURL(/usage/);
  await page.click(".toast .toast-act");
  await expect.poll(async () => ((await (await context.request.get(`${base}/api/v1/bookmarks`)).json()) as { items: { url: string }[] }).items.map(({ url }) => url)).toContain("/admin/bots");
  await page.goto(`${base}/admin/bots`);
  await page.click(".star[aria-pressed=true]");
  await page.waitForSelector(".star[aria-pressed=false]");
  await context.close();
});
