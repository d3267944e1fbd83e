// The shop as a person uses it: into the cart and out of it with undo, to an order, and all of it without JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const at = (path: string) => `${base}/apps/ecommerce/${path}`;

async function visit(page: Page, path: string): Promise<void> {
  await enter(page, at(path));
}
const card = (page: Page, number: number) => page.locator(`[data-product="${number}"]`);

/** The cart without anything in it, whatever the tests before have left there. */
async function empty(page: Page): Promise<void> {
  await visit(page, "checkout");
  await awaitHydration(page);
  for (let left = await page.locator(".s-line").count(); left > 0; left--) {
    await page
      .locator(".s-line")
      .first()
      .getByRole("button", { name: /Remove from the cart/ })
      .click();
    await expect.poll(() => page.locator(".s-line").count()).toBe(left - 1);
  }
}

test("a product is kept, put into the cart, counted up, taken out and put back without a new page", async () => {
  const { page, context, complaints } = await open(browser);
  await empty(page);
  await visit(page, "shop?q=Tyre%20inflator");
  await awaitHydration(page);
  const inflator = page.locator(".s-card").first();
  if (await inflator.locator(".s-heart[aria-pressed=true]").count()) await inflator.locator(".s-heart").click();
  await inflator.locator(".s-heart[aria-pressed=false]").click();
  await page.getByText("Added to wishlist: Tyre inflator, 12 V").first().waitFor();
  await inflator.locator(".s-heart[aria-pressed=true]").waitFor();
  await inflator.getByRole("button", { name: /Add to cart/ }).click();
  await inflator.getByRole("link", { name: /In cart/ }).click();
  const line = page.locator(".s-line", { hasText: "Tyre inflator" });
  await line.getByRole("button", { name: /Increase quantity/ }).click();
  await line.getByRole("button", { name: /Increase quantity/ }).click();
  await expect.poll(() => line.locator("output").innerText()).toBe("3");
  await line.getByRole("button", { name: /Remove from the cart/ }).click();
  await line.waitFor({ state: "detached" });
  // The toast of the adding may still be there with an Undo of its own.
  await page.locator(".toast", { hasText: "Removed from cart" }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => line.locator("output").innerText()).toBe("3");
  await page.reload();
  expect(await line.locator("output").innerText()).toBe("3");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a change that is refused is taken back with the reason", async () => {
  const { page, context } = await open(browser);
  await empty(page);
  await visit(page, "product-detail/first-aid-kit-11");
  await page.locator(".s-buy button.primary").click();
  await page.locator(".s-buy").getByRole("link", { name: "Go to cart" }).click();
  await page.locator(".s-line").waitFor();
  await awaitHydration(page);
  const first = page.locator(".s-line").first();
  const before = await first.locator("output").innerText();
  await page.route("**/api/v1/shop/cart/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await first.getByRole("button", { name: /Increase quantity/ }).click();
  await page.getByRole("alert").filter({ hasText: "You’re offline" }).waitFor({ state: "attached" });
  expect(await first.locator("output").innerText()).toBe(before);
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("what is in the cart is ordered to a new address, %s", async (_name, options) => {
  const { page, context } = await open(browser, options);
  await visit(page, "product-detail/first-aid-kit-11");
  await page.locator(".s-buy button.primary").click();
  await page.locator(".s-buy").getByRole("link", { name: "Go to cart" }).click();
  await page.getByRole("link", { name: "Continue to address" }).click();
  await page.locator(".s-new").waitFor();
  if (!(await page.locator(".s-new[open]").count())) await page.locator(".s-new > summary").click();
  const fields = {
    name: "Meera Nair",
    phone: "+91 98765 43210",
    street: "7 Lake Road",
    city: "Kochi",
    state: "Kerala",
    pin: "682001",
  };
  for (const [name, value] of Object.entries(fields)) await page.fill(`.s-new [name=${name}]`, value);
  await page.locator(".s-new button[type=submit]").click();
  if ("javaScriptEnabled" in options) await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText("7 Lake Road").first().waitFor();
  const total = await page.locator(".s-sums .all dd").innerText();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
  expect(await page.locator(".s-sums .all dd").innerText()).toBe(total);
  await page.getByText("Meera Nair").first().waitFor();
  await visit(page, "checkout");
  await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("two colours of one product are two lines of the cart and of the order, %s", async (_name, options) => {
  const first = await open(browser);
  await empty(first.page);
  await first.context.close();
  const { page, context, complaints } = await open(browser, options);
  for (const [at, colour] of ["Red", "Sky blue"].entries()) {
    await visit(page, "product-detail/key-cover-leather-1");
    await page.locator(".s-colours label", { hasText: colour }).click();
    await page.locator(".s-buy button.primary").click();
    await page
      .getByText("javaScriptEnabled" in options ? "Added to cart." : `Key cover, leather, ${colour}`)
      .first()
      .waitFor();
    await visit(page, "checkout");
    await expect.poll(() => page.locator(".s-line").count()).toBe(at + 1);
  }
  const lines = page.locator(".s-line", { hasText: "Key cover, leather" });
  expect(await lines.locator(".s-what p:first-of-type").allInnerTexts()).toEqual([
    expect.stringContaining("Red"),
    expect.stringContaining("Sky blue"),
  ]);
  await page.getByRole("button", { name: "Increase quantity of Key cover, leather, Sky blue" }).click();
  await expect.poll(() => lines.locator("output").allInnerTexts()).toEqual(["1", "2"]);
  await page.getByRole("button", { name: "Remove from the cart: Key cover, leather, Red" }).click();
  await expect.poll(() => lines.count()).toBe(1);
  expect(await lines.first().innerText()).toContain("Sky blue");
  expect(complaints).toEqual([]);
  await context.close();
});

test("the wishlist and filters work without JavaScript", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await visit(page, "shop");
  await page.locator(".s-sides").getByRole("link", { name: /^Care/ }).click();
  await page.locator(".s-main > .row:not(.s-tools) .chip", { hasText: "Care" }).waitFor();
  const number = Number(await page.locator(".s-card").first().getAttribute("data-product"));
  const before = await card(page, number).locator(".s-heart").getAttribute("aria-pressed");
  await card(page, number).locator(".s-heart").click();
  await page.locator(".done p").waitFor();
  expect(await card(page, number).locator(".s-heart").getAttribute("aria-pressed")).not.toBe(before);
  await context.close();
});
