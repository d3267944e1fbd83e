// Vehicles from a file: checked, imported, corrected and undone; and one by hand, with and without JavaScript.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, signIn } from "./browser";
import { base } from "./here";

const ROOT = join(import.meta.dirname, "../..");
const ROWS = 5_000;
const BAD = 200;
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A file of vehicles, or the same corrected. */
function file(name: string, how: string): { name: string; mimeType: string; buffer: Buffer } {
  const code = `from tests.fixtures.vehicles import *; print(${how}, end="")`;
  const text = execFileSync(join(ROOT, ".venv/bin/python"), ["-c", code], { cwd: ROOT, maxBuffer: 2 ** 26 });
  return { name, mimeType: "text/csv", buffer: text };
}

/** Read the page again until its state is this one; with JavaScript it asks by itself. */
async function until(page: Page, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const reload = page.getByRole("link", { name: "Reload" });
        if (await reload.count()) await reload.click({ timeout: 2_000 }).catch(() => undefined);
        return page.locator(".page-head, main").first().innerText();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toContain(state);
}

const number = async (page: Page, name: string) =>
  (await page.locator(".ms-numbers > div", { hasText: name }).locator("dd").first().innerText()).replace(/\D/g, "");

async function upload(page: Page, sent: ReturnType<typeof file>): Promise<void> {
  await page.goto(`${base}/admin/masters/imports?kind=vehicles`);
  await page.locator("input[type=file]").setInputFiles(sent);
  await page.getByRole("button", { name: "Check file" }).click();
  await until(page, "Checked");
}

test("5,000 vehicles are checked, imported, corrected and undone", async () => {
  const { page, context, complaints } = await open(browser, { viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(15_000);
  await page.goto(`${base}/pages/login-v1?next=${encodeURIComponent("/admin/masters/imports")}`);
  await signIn(page);
  const made = `vehicles(${ROWS}, bad=${BAD}, outlets=CODES)`;
  await upload(page, file("vehicles.csv", made));
  expect(await number(page, "New")).toBe(String(ROWS - BAD));
  expect(await number(page, "Rows with errors")).toBe(String(BAD));
  // The button counts what will be written, and nothing else.
  await page.getByRole("button", { name: "Import 4,800 vehicles" }).click();
  await until(page, "Complete");
  const address = page.url().split("?")[0]!;
  const errors = await context.request.get(
    `${base}${(await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href"))!}`,
  );
  expect((await errors.text()).trim().split("\n")).toHaveLength(BAD + 1);

  // The whole file again, corrected: what is here already stays as it is.
  await upload(page, file("corrected.csv", `mended(${made})`));
  expect(await number(page, "New")).toBe(String(BAD));
  expect(await number(page, "Unchanged")).toBe(String(ROWS - BAD));
  await page.getByRole("button", { name: "Import 200 vehicles" }).click();
  await until(page, "Complete");
  const second = page.url().split("?")[0]!;

  for (const one of [second, address]) {
    await page.goto(one);
    await page.getByRole("button", { name: "Undo import" }).click();
    await until(page, "Undone");
  }
  await page.goto(`${base}/admin/masters/vehicles?q=MRDHK4S3`);
  await expect.poll(() => page.locator("main").innerText()).toContain("Nothing fits");
  expect(complaints).toEqual([]);
  await context.close();
}, 240_000);

test("a vehicle is added, found and closed without JavaScript at 390", async () => {
  const { page, context } = await open(browser, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  page.setDefaultTimeout(15_000);
  await page.goto(`${base}/pages/login-v1?next=${encodeURIComponent("/admin/masters/vehicles?do=new")}`);
  await signIn(page);
  await page.goto(`${base}/admin/masters/vehicles?do=new`);
  await page.locator("[name=vin]").fill("MRDHK4S2XT04I2915");
  await page.locator("[name=outlet]").selectOption({ label: "Pune Baner" });
  await page.locator("dialog button[type=submit], .sheet button[type=submit]").last().click();
  expect(await page.locator("main, dialog").last().innerText()).toContain("The letter I is not used in a VIN.");
  await page.locator("[name=vin]").fill("MRDHK4S21T0412915");
  await page.locator("[name=registration]").fill("mh 14 zz 2915");
  await page.locator("dialog button[type=submit], .sheet button[type=submit]").last().click();
  // What is odd about it is said, and does not stop it.
  expect(await page.locator("h1").innerText()).toContain("MH14ZZ2915");
  expect(await page.locator("main").innerText()).toContain("The check digit of this VIN does not fit.");
  const vehicle = page.url().split("?")[0]!;
  await page.goto(`${vehicle}?do=close`);
  await page.locator("dialog button[type=submit], .sheet button[type=submit]").last().click();
  expect(await page.locator("h1").locator("..").innerText()).toContain("Closed");
  await page.goto(`${base}/admin/masters/vehicles?q=MH14ZZ29`);
  expect(await page.locator("main").innerText()).toContain("MH14ZZ2915");
  await context.close();
}, 60_000);
