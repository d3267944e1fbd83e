// Vehicles from a file: checked, corrected in place, imported and undone; and one by hand, with and without JavaScript.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter } from "./browser";
import { base } from "./here";

const ROOT = join(import.meta.dirname, "../..");
/** Enough for several batches; at length, as many as the largest client has. */
const ROWS = process.env.ENDURE === "1" ? 50_000 : 2_000;
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
      { timeout: 150_000, interval: 100 },
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

/** Correct the first rows of a page of rows that do not fit, leave one out, and save. */
async function correct(page: Page, count: number, skip?: number): Promise<void> {
  const vins = page.locator("input[name$='.cells.vin']");
  for (let n = 0; n < count; n++) {
    const vin = await vins.nth(n).inputValue();
    await vins.nth(n).fill(`${vin.slice(0, 10)}0${vin.slice(11)}`);
  }
  if (skip !== undefined) await page.locator(`input[name='rows.${skip}.skip']`).check();
  await page.getByRole("button", { name: "Save and check" }).click();
}

test("many vehicles are checked, corrected in place, imported, corrected afterwards and undone", async () => {
  const { page, context, complaints } = await open(browser, { viewport: { width: 1440, height: 900 } });
  await enter(page, `${base}/admin/masters/imports`);
  await upload(page, file("vehicles.csv", `vehicles(${ROWS}, bad=${BAD}, outlets=CODES)`));
  expect(await number(page, "New")).toBe(String(ROWS - BAD));
  expect(await number(page, "Rows with errors")).toBe(String(BAD));

  // A page of rows is corrected, but for one that is left out and one that stays wrong.
  await correct(page, 23, 24);
  await expect.poll(() => number(page, "Rows with errors")).toBe(String(BAD - 24));
  expect(await number(page, "New")).toBe(String(ROWS - BAD + 23));
  await page.getByRole("link", { name: "Left out" }).click();
  await expect.poll(() => page.locator(".ms-row").count()).toBe(1);
  await page.getByRole("link", { name: "Corrected" }).click();
  await expect.poll(() => page.locator(".ms-row").count()).toBe(23);
  // The button counts what will be written, and nothing else.
  const total = (ROWS - BAD + 23).toLocaleString("en-IN");
  await page.getByRole("button", { name: `Import ${total} vehicles` }).click();
  await until(page, "Complete");
  await expect.poll(() => number(page, "New")).toBe(String(ROWS - BAD + 23));
  const address = page.url().split("?")[0]!;

  // What is corrected now goes in at once.
  await page.goto(address);
  await correct(page, 25);
  await expect.poll(() => number(page, "New")).toBe(String(ROWS - BAD + 48));
  expect(await number(page, "Rows with errors")).toBe(String(BAD - 49));
  const errors = await context.request.get(
    `${base}${(await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href"))!}`,
  );
  expect((await errors.text()).trim().split("\n")).toHaveLength(BAD - 49 + 1);

  await page.getByRole("button", { name: "Undo import" }).click();
  await until(page, "Undone");
  expect(await page.locator("main").innerText()).toContain(
    `${(ROWS - BAD + 48).toLocaleString("en-IN")} put back, 0 left as they are.`,
  );
  await page.goto(`${base}/admin/masters/vehicles?q=MRDHK4S3`);
  await expect.poll(() => page.locator("main").innerText()).toContain("Nothing fits");

  // The next file with these columns is understood as this one was.
  await upload(page, file("again.csv", `vehicles(3, bad=1, outlets=CODES)`));
  expect(await page.locator("main").innerText()).toContain("Columns chosen as for vehicles.csv");
  expect(complaints).toEqual([]);
  await context.close();
}, 400_000);

test("rows are corrected without JavaScript, and what is typed stays", async () => {
  const { page, context } = await open(browser, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await enter(page, `${base}/admin/masters/imports`);
  await upload(page, file("few.csv", `vehicles(30, bad=4, outlets=CODES)`));
  const address = page.url().split("?")[0]!;
  await page.locator("input[name='rows.1.cells.vin']").fill("MRDHK4S3");
  await correct(page, 1);
  await page.getByText("Has 8 characters; a VIN has 17.").first().waitFor();
  expect(await page.locator("input[name='rows.0.cells.vin']").inputValue()).toBe("MRDHK4S3");
  // What was sent from an older page is refused, and is there still.
  const late = await context.newPage();
  await late.goto(address);
  await correct(page, 0, 1);
  await late.locator("input[name='rows.0.cells.vin']").fill("MRDHK4S");
  await late.getByRole("button", { name: "Save and check" }).click();
  await late.getByText("Not saved").first().waitFor();
  expect(await late.locator("input[name='rows.0.cells.vin']").inputValue()).toBe("MRDHK4S");
  await page.getByRole("button", { name: "Cancel" }).click();
  await context.close();
}, 60_000);

test("a vehicle is added, found and closed without JavaScript at 390", async () => {
  const { page, context } = await open(browser, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await enter(page, `${base}/admin/masters/vehicles?do=new`);
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
