// Documents of customers: sent, refused field by field, accepted and rejected, with and without JavaScript.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, launch, open } from "./browser";
import { base } from "./here";
import { picture } from "./pictures";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** An open outlet. */
async function findOutlet(context: BrowserContext): Promise<string> {
  const { items } = (await (await context.request.get(`${base}/api/v1/outlets`)).json()) as {
    items: { id: string; closed_at?: string | null }[];
  };
  return items.find((outlet) => !outlet.closed_at)!.id;
}

test.each([
  [false, 7001],
  [true, 7002],
])("a licence is sent, corrected and accepted, with JavaScript: %s", async (javaScriptEnabled, seed) => {
  const { page, context } = await open(browser, { javaScriptEnabled });
  await enter(page, `${base}/customer-documents?do=new`);
  await page.goto(`${base}/customer-documents?do=new`);
  await page.locator("input[type=file]").setInputFiles(picture(seed));
  await page.getByLabel("Outlet").fill("no such outlet");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect.poll(() => page.locator("main").innerText()).toContain("This outlet does not exist.");
  expect(await page.getByLabel("Outlet").inputValue()).toBe("no such outlet");
  await page.getByLabel("Outlet").fill(await findOutlet(context));
  await page.locator("input[type=file]").setInputFiles(picture(seed));
  await page.getByRole("button", { name: "Upload" }).click();
  await expect.poll(() => page.url()).toContain("done=uploaded");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.getByRole("heading", { name: "Not known yet" }).waitFor();
  await page.getByLabel("Kind", { exact: true }).selectOption("licence");
  await page.getByRole("button", { name: "Set kind" }).click();
  await page.getByRole("heading", { level: 1, name: "Driving licence" }).waitFor();
  await page.getByLabel("Licence number").fill("MH12 2011");
  await page.getByLabel("Name").fill("Asha Kulkarni");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => page.locator("main").innerText()).toContain("Give this before you accept the document.");
  expect(await page.getByLabel("Name").inputValue()).toBe("Asha Kulkarni");
  await page.getByLabel("Valid until").fill("2031-01-01");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => page.url()).toContain("done=accepted");
  await page.goto(`${base}/customer-documents?state=waiting`);
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.getByLabel("Reason").waitFor();
  await page.getByRole("button", { name: "Reject" }).click();
  await expect.poll(() => page.locator("main").innerText()).toMatch(/Choose|Must be/);
  await page.getByLabel("Reason").selectOption("blurred");
  await page.getByRole("button", { name: "Reject" }).click();
  await expect.poll(() => page.url()).toContain("done=rejected");
});

test("a document is rejected and the decision taken back with the keyboard alone", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/customer-documents?do=new`);
  const outlet = await findOutlet(context);
  for (const seed of [7003, 7004]) {
    await page.goto(`${base}/customer-documents?do=new`);
    await page.getByLabel("Outlet").fill(outlet);
    await page.locator("input[type=file]").setInputFiles(picture(seed));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect.poll(() => page.url()).toContain("done=uploaded");
  }
  await page.goto(`${base}/customer-documents?state=waiting`);
  await page.getByRole("rowheader").nth(1).getByRole("link").click();
  await page.getByLabel("Reason").waitFor();
  const reviewed = new URL(page.url()).pathname;
  await page.keyboard.press("v");
  expect(await page.getByLabel("Kind", { exact: true }).evaluate((kind) => kind === document.activeElement)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("r");
  await page.keyboard.type("Too");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Glare");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("done=rejected");
  expect(new URL(page.url()).pathname).not.toBe(reviewed);
  await page.getByRole("button", { name: "Take the last decision back" }).press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toBe(reviewed);
  await page.getByRole("button", { name: "Reject" }).waitFor();
});
