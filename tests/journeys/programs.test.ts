// A program gets a token of a bot, works by it, gets another text, and is shut out; with a script and without.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The status of a call that a program makes. */
const statusOf = async (path: string, token: string): Promise<number> =>
  (await fetch(`${base}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).status;

test.each([
  ["with a script", true],
  ["without one", false],
])("a token is reported once, rotated and revoked, %s", async (way, javaScriptEnabled) => {
  const { page, context, complaints } = await open(browser, { javaScriptEnabled });
  await enter(page, `${base}/admin/bots`);
  const { items } = (await (await page.request.get(`${base}/api/v1/bots?per=10`)).json()) as {
    items: { id: string }[];
  };
  const bot = `/bots/${items[0]!.id}`;
  await page.goto(`${base}/admin${bot}/tokens`);
  if (javaScriptEnabled) await awaitHydration(page);

  const form = page.locator("#new-token");
  await form.getByRole("textbox", { name: "Name" }).fill(`CRM ${way}`);
  await form.getByRole("button", { name: "Create token" }).click();
  await form.locator(".field-error", { hasText: "Choose at least one" }).waitFor();
  await form.getByRole("checkbox", { name: "Read the bot" }).check();
  await form.getByRole("button", { name: "Create token" }).click();
  const secret = page.locator(".notice pre").first();
  await secret.waitFor();
  const first = await secret.innerText();
  expect(first).toMatch(/^pk_/);
  expect(await statusOf(bot, first)).toBe(200);
  expect(await statusOf("/conversations", first)).toBe(403);
  expect(await statusOf("/people", first)).toBe(403);

  // Reported this once.
  await page.getByRole("link", { name: "I have saved it" }).click();
  const card = page.locator(".card", { has: page.getByRole("heading", { name: `CRM ${way}` }) });
  await card.waitFor();
  expect(await page.content()).not.toContain(first);
  await card.getByRole("button", { name: "Rotate" }).first().click();
  await page.locator("dialog footer").getByRole("button", { name: "Rotate" }).locator("visible=true").click();
  await secret.waitFor();
  const second = await secret.innerText();
  expect(second).not.toBe(first);
  expect([await statusOf(bot, first), await statusOf(bot, second)]).toEqual([200, 200]);

  await page.goto(`${base}/admin${bot}/tokens`);
  await card.getByRole("button", { name: "Revoke" }).first().click();
  await page.locator("dialog footer").getByRole("button", { name: "Revoke" }).locator("visible=true").click();
  await card.waitFor({ state: "detached" });
  expect([await statusOf(bot, first), await statusOf(bot, second)]).toEqual([401, 401]);
  expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  await context.close();
});
