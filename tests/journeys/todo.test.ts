// The to-do list as a person uses it: with keys and with plain forms, with undo, order, and two editors at once.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, open, signIn } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const url = `${inject("base")}/apps/todo`;

async function todo(page: Page): Promise<void> {
  await page.goto(url);
  if (page.url().includes("/login")) await signIn(page);
}
const titles = (page: Page) => page.locator(".t-main > .t-list .t-title").allInnerTexts();
const row = (page: Page, title: string) => page.locator("li", { has: page.getByText(title, { exact: true }) });

test("a task is added, starred, completed, undone, moved and deleted without a new page", async () => {
  const { page, context, complaints, asked } = await open(browser);
  await todo(page);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((one) => one.includes("/api/"))).toEqual([]);

  await page.fill(".t-add input[name=title]", "First of the journey");
  await page.press(".t-add input[name=title]", "Enter");
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("First of the journey");
  await page.fill(".t-add input[name=title]", "Second of the journey");
  await page.press(".t-add input[name=title]", "Enter");
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("Second of the journey");

  // Star and tick at once: the second goes by the version that the first has made.
  const first = row(page, "First of the journey");
  await first.locator(".t-star").click();
  await first.locator(".t-check").click();
  await expect.poll(() => titles(page)).not.toContain("First of the journey");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => titles(page)).toContain("First of the journey");
  await expect.poll(() => first.locator(".t-star").count()).toBe(1);
  expect(await first.locator(".t-star").getAttribute("aria-pressed")).toBe("true");

  await first.locator(".grip").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("First of the journey");
  await page.reload();
  expect((await titles(page)).slice(0, 2)).toEqual(["First of the journey", "Second of the journey"]);

  await page.waitForLoadState("networkidle");
  await page.keyboard.press("j");
  await page.keyboard.press("Delete");
  await expect.poll(() => titles(page)).not.toContain("First of the journey");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("First of the journey");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a change that is refused is taken back with the reason", async () => {
  const { page, context } = await open(browser);
  await todo(page);
  await page.waitForLoadState("networkidle");
  const [title] = await titles(page);
  await page.route("**/api/v1/tasks/*", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
  await row(page, title!).locator(".t-check").click();
  await page.getByRole("alert").filter({ hasText: "There is no connection" }).waitFor({ state: "attached" });
  expect(await row(page, title!).locator(".t-check").getAttribute("aria-checked")).toBe("false");
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("the later of two editors is told what the earlier one saved, %s", async (name, options) => {
  const { page, context } = await open(browser, options);
  await todo(page);
  const title = `Shared ${name}`;
  await page.fill(".t-add input[name=title]", title);
  await page.press(".t-add input[name=title]", "Enter");
  await row(page, title).waitFor();
  const address = new URL((await row(page, title).locator(".t-title").getAttribute("href"))!, url).href;
  await page.goto(address);
  const other = await context.newPage();
  await other.goto(address);
  await other.fill("dialog [name=title]", `${title}, theirs`);
  await other.click("dialog footer .primary");
  await row(other, `${title}, theirs`).first().waitFor({ state: "attached" });
  await page.fill("dialog [name=title]", `${title}, mine`);
  await page.click("dialog footer .primary");
  await page.locator(".t-diff").waitFor();
  expect(await page.locator(".t-diff tbody td").allInnerTexts()).toEqual([`${title}, mine`, `${title}, theirs`]);
  await page.click("dialog footer .primary");
  await row(page, `${title}, mine`).first().waitFor({ state: "attached" });
  await context.close();
});
