// Search and bookmarks as a person uses them: by keys, and without JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Wait until the star does what it says without leaving the page. */
const alive = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector(".star") ?? {}).some((key) => key.startsWith("__reactProps")),
  );

/** The titles of the list, in order. */
const titles = (page: Page) => page.locator(".keep-name a").allInnerTexts();

test("a word typed after / is found, chosen by arrows and opened by Enter", async () => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/reports/dashboard`);
  await alive(page);
  await page.keyboard.press("/");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("find");
  await page.keyboard.type("audt");
  // Four letters are not mistyped, five are.
  await page.waitForSelector(".seek-none");
  await page.fill("#find", "");
  await page.keyboard.type("aduit");
  const line = page.locator("[role=option]", { hasText: "Audit log" });
  await line.waitFor();
  expect(await line.locator("mark").innerText()).toBe("Audit");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.getAttribute("#find", "aria-activedescendant")).toBe(await line.getAttribute("id"));
  expect(await line.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${base}/admin/audit`);
  await page.waitForSelector("h1:has-text('Audit log')");

  // What was searched for is offered again, and Escape closes and then leaves nothing.
  await page.keyboard.press("/");
  await page.locator("[role=option]", { hasText: "aduit" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getAttribute("#find", "aria-expanded")).toBe("false");

  // Without a choice Enter leads to everything; signing out forgets the words.
  await page.fill("#find", "desk");
  await page.press("#find", "Enter");
  await page.waitForURL(/\/search\?q=desk/);
  await page.waitForSelector(".hits mark");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain("desk");
  await page.locator("summary", { hasText: "Account:" }).click();
  await Promise.all([
    page.waitForURL((url) => url.pathname === "/"),
    page.getByRole("button", { name: "Sign out" }).click(),
  ]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("desk");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a view is kept by its star, taken back, ordered and removed", async () => {
  const { page, context, complaints, requests } = await open(browser);
  await enter(page, `${base}/reports/dashboard?grp=sales`);
  await alive(page);
  const star = page.locator(".star");
  const pressed = (value: string) => page.waitForSelector(`.star[aria-pressed=${value}]`);
  await star.click();
  await pressed("true");
  await page.locator(".kept li", { hasText: "Dashboard, Sales" }).waitFor();
  // The view alone is kept: another one of the same page has an empty star.
  await page.goto(`${base}/reports/dashboard`);
  await alive(page);
  await pressed("false");
  requests.length = 0;
  await star.click();
  await pressed("true");
  await star.click();
  await pressed("false");
  await page.getByRole("button", { name: "Undo" }).click();
  await pressed("true");

  await page.goto(`${base}/bookmarks`);
  expect(await titles(page)).toEqual(["Dashboard, Sales", "Dashboard"]);
  await page.getByRole("button", { name: /Move .*Dashboard, Sales.* down/ }).click();
  await expect.poll(() => titles(page)).toEqual(["Dashboard", "Dashboard, Sales"]);
  for (let left = 2; left > 0; left -= 1) {
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
    await expect.poll(() => titles(page).then((all) => all.length)).toBe(left - 1);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test("without JavaScript the search is a form and the star is one, too", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await enter(page, `${base}/admin/bots`);
  await page.fill("#find", "desk");
  await Promise.all([page.waitForURL(/\/search\?q=desk/), page.press("#find", "Enter")]);
  expect(await page.locator(".hits mark").first().innerText()).toMatch(/^desk$/i);

  await page.goto(`${base}/admin/bots?q=desk`);
  await page.locator(".star").click();
  await page.waitForSelector(".star[aria-pressed=true]");
  await page.goto(`${base}/bookmarks`);
  expect(await titles(page)).toEqual(["Manage Bots, desk"]);
  await page.locator("summary", { hasText: "Name and folder" }).click();
  await page.fill(".keep-form input[name=title]", "My desk");
  await page.fill(".keep-form input[name=folder]", "Daily");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForSelector("h2:has-text('Daily')");
  expect(await titles(page)).toEqual(["My desk"]);
  const file = {
    name: "bookmarks.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ bookmarks: [{ url: "/nowhere" }, { url: "/admin/import" }] })),
  };
  await page.setInputFiles("input[type=file]", file);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForSelector(".refused li:has-text('/nowhere')");
  expect(await titles(page)).toEqual(["Imports", "My desk"]);
  for (let left = 2; left > 0; left -= 1) {
    await page.goto(`${base}/bookmarks`);
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
  }
  await page.waitForSelector("h2:has-text('No bookmarks yet')");
  await context.close();
});
