// The main job, as a person does it: with and without JavaScript, with and without the render worker.
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, settled, signIn } from "./browser";
import { base, serveWithoutRenderer } from "./here";
import type { Served } from "./installation";

let browser: Browser;
let workerless: Served | undefined;
beforeAll(async () => {
  [browser, workerless] = await Promise.all([launch(), serveWithoutRenderer()]);
});
afterAll(() => Promise.all([browser.close(), workerless?.end()]));

describe.each([
  ["without JavaScript", () => base, { javaScriptEnabled: false }],
  ["with JavaScript", () => base, {}],
  ["with JavaScript and without any render worker", () => workerless!.base, {}],
] as const)("from a figure to a bookmarked turn, %s", (_name, site, options) => {
  test("sign in, dashboard, card, conversation, turn, sign out, bookmark, sign in, there", async () => {
    const { page, context } = await open(browser, options);
    await page.goto(`${site()}/reports/dashboard`);
    expect(page.url()).toContain("/pages/login-v1?next=");
    await signIn(page);
    expect(new URL(page.url()).pathname).toBe("/reports/dashboard");

    const card = page.locator('a[href^="/reports/conversations"]').first();
    await Promise.all([page.waitForURL(/reports\/conversations/), card.click()]);
    const row = page.locator('a[href*="/reports/conversations/"]').first();
    await Promise.all([page.waitForURL(/reports\/conversations\/\d+/), row.click()]);
    const turn = page.locator('a[href*="turn="]').first();
    const address = new URL((await turn.getAttribute("href")) ?? "", page.url()).href;
    await page.goto(address);
    await expect.poll(() => page.locator("main").innerText()).not.toBe("");

    // The bookmark outlives the session and opens at its own address after signing in again.
    await context.clearCookies();
    await page.goto("about:blank");
    await page.goto(address);
    expect(page.url()).toContain("/pages/login-v1?next=");
    await signIn(page);
    const landed = new URL(page.url());
    expect(landed.pathname + landed.search).toBe(new URL(address).pathname + new URL(address).search);
    await context.close();
  });
});

test.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("two dates make a range, and dates in the wrong order are refused by name, %s", async (_name, options) => {
  const { page, context } = await open(browser, options);
  for (const path of ["/reports/dashboard?cmp=none", "/reports/conversations?per=25"]) {
    await page.goto(base + path);
    if (page.url().includes("/login")) await signIn(page);
    const between = async (from: string, to: string) => {
      const panel = page.locator("details:has(form input[type=date])");
      await page.waitForSelector("details:not([open]):has(form input[type=date])", { state: "attached" });
      await panel.locator("summary").click();
      await panel.locator("input[type=date]").first().fill(from);
      await panel.locator("input[type=date]").last().fill(to);
      await panel.locator("form button").click();
    };
    await between("2026-03-01", "2026-03-31");
    const [param] = path.split("?")[1]!.split("&");
    await page.waitForURL((url) => url.search.includes("r=2026-03-01..2026-03-31") && url.search.includes(param!));
    expect(new URL(page.url()).searchParams.getAll("r")).toEqual(["2026-03-01..2026-03-31"]);
    await between("2026-03-31", "2026-03-01");
    await page.waitForSelector("code:has-text('r=2026-03-31..2026-03-01')");
  }
  await context.close();
});

test("a wrong password is refused and corrected without JavaScript; what was typed stays", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await page.goto(`${base}/pages/login-v1`);
  await page.fill("input[name=email]", "client@demo.com");
  await page.fill("input[name=password]", "wrong");
  await page.press("input[name=password]", "Enter");
  await page.waitForSelector("text=Email or Password is Invalid");
  expect(await page.inputValue("input[name=email]")).toBe("client@demo.com");
  expect(await page.inputValue("input[name=password]")).toBe("");
  await signIn(page, "client@demo.com", "client");
  await context.close();
});

test.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("a bot is refused at its field and then made, %s", async (name, options) => {
  const { page, context } = await open(browser, options);
  await page.goto(`${base}/admin/bots/new`);
  await signIn(page);
  const make = async (name: string) => {
    await page.fill("#new-bot input[name=name]", name);
    await Promise.all([page.waitForEvent("load"), page.press("#new-bot input[name=name]", "Enter")]);
  };
  await make("Service Desk");
  expect(await page.locator(":focus").getAttribute("name")).toBe("name");
  expect(await page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
  await make(`Night desk ${name}`);
  expect(await page.locator(".done").innerText()).toContain("Bot created.");
  if (!("javaScriptEnabled" in options)) {
    await page.waitForURL((url) => url.search === "");
    expect(await page.locator(".done").innerText()).toContain("Bot created.");
  }
  await context.close();
});

test("a file of dialogues is imported without JavaScript and found in the history", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await page.goto(`${base}/admin/import`);
  await signIn(page);
  await page.setInputFiles("input[type=file]", join(import.meta.dirname, "../fixtures/dialogues.jsonl"));
  const form = page.locator("form:has(input[type=file])");
  await Promise.all([
    page.waitForLoadState("load"),
    form.locator("button[type=submit], button:not([type])").first().click(),
  ]);
  await page.goto(`${base}/admin/import`);
  await page.locator('main a[href^="/admin/import/"]').first().click();
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.locator('main a[href^="/reports/conversations"]').count();
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBeGreaterThan(0);
  await page.locator('main a[href^="/reports/conversations"]').first().click();
  await page.waitForURL(/reports\/conversations/);
  await context.close();
});

test("without a connection the page stays, and goes on when there is one again", async () => {
  const { page, context } = await open(browser);
  await page.goto(`${base}/reports/dashboard`);
  await signIn(page);
  await settled(page);
  await context.setOffline(true);
  await page.locator("nav.segments a").nth(2).dispatchEvent("click");
  await page.waitForSelector("text=No connection.");
  expect(new URL(page.url()).search).toBe("");
  expect(await page.locator("main h1").innerText()).toBe("Dashboard");
  await context.setOffline(false);
  await page.locator("nav.segments a").nth(2).click();
  await page.waitForURL(/grp=sales/);
  await page.waitForSelector("text=No connection.", { state: "detached" });
  await page.waitForSelector('nav.segments a[aria-current="true"]:has-text("Sales")');
  await context.close();
});

test("without a render worker one still signs in, and the browser renders", async () => {
  const plain = await open(browser, { javaScriptEnabled: false });
  await plain.page.goto(`${workerless!.base}/pages/login-v1?next=%2Freports%2Fdashboard`);
  await signIn(plain.page);
  await plain.context.close();

  const { page, context } = await open(browser);
  await page.goto(`${workerless!.base}/reports/dashboard`);
  await signIn(page);
  await page.waitForSelector('main a[href^="/reports/conversations"]');
  await context.close();
});
