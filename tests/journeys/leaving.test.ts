// Signing out at a browser that others use too: nothing typed stays in it, in any tab, with scripts or without.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const storageOf = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** A mail that the server has not got, and in a second tab something to say that was not sent. */
async function typed(context: BrowserContext, page: Page): Promise<Page> {
  await enter(page, `${base}/apps/email/compose`);
  await page.waitForURL(/compose/);
  await awaitHydration(page);
  await page.route("**/api/v1/mail/drafts**", (route) => route.abort());
  await page.fill("[name=text]", "Between us: the price");
  expect(await storageOf(page)).toContain("Between us");
  const chat = await context.newPage();
  await chat.goto(`${base}/apps/chat`);
  await awaitHydration(chat);
  // A new tab's pointer begins in the corner, where the menu opens under it.
  await chat.mouse.move(700, 450);
  await chat.locator(".tk-row").first().click();
  await chat.locator(".tk-write textarea").fill("Not for everybody");
  expect(await storageOf(chat)).toContain("Not for everybody");
  return chat;
}
const signOut = async (page: Page) => {
  await page.locator("summary", { hasText: "Account:" }).click();
  await Promise.all([
    page.waitForURL((url) => url.pathname === "/"),
    page.getByRole("button", { name: "Sign out" }).click(),
  ]);
};

test("signing out forgets what was typed here and in the other tab, which is left too", async () => {
  const { page, context } = await open(browser);
  const chat = await typed(context, page);
  await signOut(page);
  expect(await storageOf(page)).not.toContain("Between us");
  await chat.waitForURL(/login/);
  expect(await storageOf(chat)).not.toMatch(/Between us|Not for everybody/);
  await context.close();
});

test("signing out in another tab forgets what was typed in this one", async () => {
  const { page, context } = await open(browser);
  const chat = await typed(context, page);
  await signOut(chat);
  await page.waitForURL(/login/);
  for (const tab of [page, chat]) expect(await storageOf(tab)).not.toMatch(/Between us|Not for everybody/);
  await context.close();
});

test("signing out on a page whose script never came forgets it too", async () => {
  const { page, context } = await open(browser);
  const chat = await typed(context, page);
  await chat.close();
  await context.route("**/static/build/**/*.js", (route) => route.abort());
  const plain = await context.newPage();
  await plain.goto(`${base}/pages/layout`);
  expect(await storageOf(plain)).toContain("Between us");
  await signOut(plain);
  expect(await storageOf(plain)).not.toContain("Between us");
  await context.close();
});

test("anyone who comes after a session that ran out finds nothing of it, and its owner finds all of it", async () => {
  const { page, context } = await open(browser);
  const chat = await typed(context, page);
  await chat.close();
  for (const [who, finds] of [
    ["admin", true],
    ["client", false],
  ] as const) {
    await context.clearCookies();
    const next = await context.newPage();
    await enter(next, `${base}/apps/email/compose`, `${who}@demo.com`, who);
    await next.waitForURL(/compose/);
    await awaitHydration(next);
    expect((await storageOf(next)).includes("Between us")).toBe(finds);
    await next.close();
  }
  await context.close();
});
