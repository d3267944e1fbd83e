// Invoices as a person works with them: written with sums as one types, paid, deleted and brought back; also by plain
// forms.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function visit(page: Page, path: string): Promise<void> {
  await enter(page, base + path);
}

async function write(page: Page, client: string): Promise<void> {
  await page.fill("[name='client.name']", client);
  await page.fill("[name='lines.0.item']", "Bot plan");
  await page.fill("[name='lines.0.cost']", "100.05");
  await page.fill("[name='lines.0.quantity']", "2");
  await page.fill("[name='lines.0.discount']", "10");
  await page.fill("[name=tax_percent]", "18");
}

test("an invoice is written, paid, taken back, deleted and restored", async () => {
  const { page, context, complaints } = await open(browser);
  await visit(page, "/apps/invoice/add");
  await awaitHydration(page);
  await write(page, "Journey Motors");
  // 2 × 100.05 less a tenth is 180.09, and 18 % of that is 32.42.
  await expect.poll(() => page.locator(".i-reckoning .i-total dd").innerText()).toContain("212.51");
  await page.click(".i-reckoning .primary");
  await page.locator(".i-sheet").waitFor();
  expect(await page.locator(".i-sheet .i-total dd").innerText()).toContain("212.51");

  await page.getByRole("link", { name: "Add payment" }).click();
  await page.fill("dialog [name=amount]", "12.51");
  await page.click("dialog footer .primary");
  await page.locator(".page-head .pill", { hasText: "Partial Payment" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.locator(".page-head .pill", { hasText: "Draft" }).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^invoice-\d+\.pdf$/);

  await page.locator(".i-actions").getByRole("button", { name: "Delete" }).click();
  await page.locator(".page-head .pill", { hasText: "Deleted" }).waitFor();
  await page.locator(".i-gone").getByRole("button", { name: "Restore" }).click();
  await page.locator(".page-head .pill", { hasText: "Draft" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("without JavaScript lines are added, what is refused comes back, and the invoice is kept", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await visit(page, "/apps/invoice/add");
  await write(page, "");
  const before = await page.locator(".i-line").count();
  await page.click(".i-writing p .button");
  expect(await page.locator(".i-line").count()).toBe(before + 3);
  expect(await page.locator(".i-reckoning .i-total dd").innerText()).toContain("212.51");
  await page.click(".i-reckoning .primary");
  expect(await page.locator(".field-error").first().innerText()).toContain("client");
  expect(await page.inputValue("[name='lines.0.cost']")).toBe("100.05");
  await page.fill("[name='client.name']", "Plain Motors");
  await page.click(".i-reckoning .primary");
  expect(new URL(page.url()).pathname).toMatch(/^\/apps\/invoice\/preview\/\d+$/);
  expect(await page.locator(".i-sheet").innerText()).toContain("Plain Motors");
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("the later of two editors learns what the earlier one saved, %s", async (_name, options) => {
  const { page, context } = await open(browser, options);
  await visit(page, "/apps/invoice/edit/4990");
  const other = await context.newPage();
  await other.goto(`${base}/apps/invoice/edit/4990`);
  await other.fill("[name=note]", "theirs");
  await other.click(".i-reckoning .primary");
  await other.locator(".i-sheet").waitFor();
  await page.fill("[name=note]", "mine");
  await page.click(".i-reckoning .primary");
  await page.locator(".differences").waitFor();
  expect(await page.locator(".differences tbody td").allInnerTexts()).toEqual(["mine", "theirs"]);
  await page.click(".i-reckoning .primary");
  await page.locator(".i-sheet", { hasText: "mine" }).waitFor();
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("ticked invoices are deleted and restored together, %s", async (_name, options) => {
  const { page, context } = await open(browser, options);
  const numbers = () => page.locator(".i-number").allInnerTexts();
  await visit(page, "/apps/invoice/list?sort=number");
  const ticked = (await numbers()).slice(2, 4);
  for (const number of ticked) await page.getByLabel(`Select ${number}`).check();
  await page.locator("form.bulk").getByRole("button", { name: "Delete" }).click();
  await expect.poll(numbers).not.toContain(ticked[0]);
  await page.goto(`${base}/apps/invoice/list?view=deleted`);
  expect(await numbers()).toEqual(expect.arrayContaining(ticked));
  for (const number of ticked) await page.getByLabel(`Select ${number}`).check();
  await page.locator("form.bulk").getByRole("button", { name: "Restore" }).click();
  await expect.poll(numbers).not.toContain(ticked[0]);
  await page.goto(`${base}/apps/invoice/list?sort=number`);
  expect((await numbers()).slice(2, 4)).toEqual(ticked);
  await context.close();
});

test("no page of invoices scrolls sideways on a tablet, also beside an open menu", async () => {
  const { page, context } = await open(browser, { viewport: { width: 820, height: 1100 } });
  await enter(page, `${base}/apps/invoice/list`);
  for (const width of [820, 700, 660]) {
    await page.setViewportSize({ width, height: 1100 });
    for (const path of ["list", "preview/5036", "add", "edit/5036"]) {
      await page.goto(`${base}/apps/invoice/${path}`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});

test("a client whose name is one long word leaves the list as wide as a phone", async () => {
  const { page, context } = await open(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, `${base}/apps/invoice/list`);
  await page.goto(`${base}/apps/invoice/list`);
  const name = page.locator(".i-client bdi").first();
  await name.waitFor();
  await name.evaluate((element) => (element.textContent = "W".repeat(120)));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await context.close();
});

test("a cost with three decimals is refused at its field, not in the browser's bubble; prints are white", async () => {
  const { page, context } = await open(browser, { colorScheme: "dark" });
  await enter(page, `${base}/apps/invoice/add`);
  await awaitHydration(page);
  expect(
    await page
      .locator("main form[method=post]")
      .evaluateAll((forms) => forms.every((form) => (form as HTMLFormElement).noValidate)),
  ).toBe(true);
  await page.fill("[name='lines.0.cost']", "1234.567");
  expect(await page.getAttribute("[name='lines.0.cost']", "aria-invalid")).toBe("true");
  expect(await page.getAttribute("[name='lines.0.quantity']", "aria-invalid")).toBeNull();
  expect(await page.locator(".i-total dd").innerText()).toBe("—");
  await page.fill("[name='lines.0.cost']", "");
  await page.goto(`${base}/apps/invoice/preview/5036`);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(
    await page.evaluate(() =>
      [document.body, document.documentElement, document.querySelector(".i-sheet")!].map(
        (element) => getComputedStyle(element).backgroundColor,
      ),
    ),
  ).toEqual(["rgb(255, 255, 255)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("a payment that is refused as a whole says why, %s", async (_name, options) => {
  const { page, context } = await open(browser, options);
  await visit(page, "/apps/invoice/add");
  if (!("javaScriptEnabled" in options)) await awaitHydration(page);
  await page.fill("[name='client.name']", "Goodwill Motors");
  await page.fill("[name='lines.0.item']", "Goodwill");
  await page.click(".i-reckoning .primary");
  await page.locator(".i-sheet").waitFor();
  await page.goto(`${page.url().split("?")[0]}?sheet=payment`);
  await page.fill("dialog [name=amount]", "5");
  await page.click("dialog footer .primary");
  await page.locator("dialog .notice", { hasText: "The total of this invoice is 0. Nothing is due." }).waitFor();
  expect(await page.inputValue("dialog [name=amount]")).toBe("5");
  await context.close();
});
