// A dealer company from nothing: client, dealer group, city, an outlet with hours, its move, and its end; with and
// without JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, nameOfAttempt } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const sheet = (page: Page) => page.locator("dialog[open], .sheet").last();

/** Send the sheet that is open, and read what the page says of it. */
async function send(page: Page, text: string): Promise<void> {
  await sheet(page).locator("button[type=submit]").click();
  await expect.poll(() => page.locator("[role=status].done").innerText()).toContain(text);
}

/** Open an address with a sheet, and fill its fields. */
async function fill(page: Page, to: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(to);
  for (const [name, value] of Object.entries(fields)) {
    const field = sheet(page).locator(`[name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption({ label: value });
    else await field.fill(value);
  }
}

test.each([
  ["with JavaScript at 1440", "Vela Cars", { viewport: { width: 1440, height: 900 } }],
  ["without JavaScript at 390", "Orion Cars", { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }],
] as const)("a dealer company is set up and an outlet moved and closed, %s", async (_name, company, options) => {
  const client = nameOfAttempt(company);
  const { page, context, complaints } = await open(browser, options);
  await enter(page, `${base}/admin/clients`);

  // A name that is taken is refused at its field, with what was typed still there.
  await page.getByRole("link", { name: "New client" }).first().click();
  await fill(page, `${base}/admin/clients?do=new`, { name: "meridian motors" });
  await sheet(page).locator("button[type=submit]").click();
  await expect.poll(() => sheet(page).innerText()).toContain("There is already a client with this name.");
  expect(await sheet(page).locator("[name=name]").inputValue()).toBe("meridian motors");
  await fill(page, `${base}/admin/clients?do=new`, { name: client });
  await send(page, "The client was added.");
  await page.getByRole("link", { name: client }).click();
  await expect.poll(() => page.locator("h1").innerText()).toContain(client);
  const own = page.url().split("?")[0]!;
  expect(await page.locator("main").innerText()).toContain("No dealer groups yet");

  await fill(page, `${own}?do=parent`, { name: "First Autos", code: "FIR" });
  await send(page, "The dealer group was added.");
  await fill(page, `${own}?do=parent`, { name: "Second Wheels", code: "SEC" });
  await send(page, "The dealer group was added.");
  await fill(page, `${own}?do=city`, { name: `${client} Nagar`, state: "Maharashtra" });
  await send(page, "The city was added.");
  await fill(page, `${own}?do=outlet`, {
    parent: "First Autos",
    city: `${client} Nagar (Maharashtra)`,
    name: "Station Road",
    code: "VN-STA",
  });
  await send(page, "The outlet was added.");

  // The tree opens by its address; what is missing is a filter.
  await page.locator("a.tree-toggle").first().click();
  await expect.poll(() => page.locator(".tree").innerText()).toContain(`${client} Nagar`);
  await page.locator("a.tree-toggle").nth(1).click();
  await expect.poll(() => page.locator(".tree").innerText()).toContain("VN-STA");
  await page.getByRole("link", { name: "No hours 1" }).click();
  await expect.poll(() => page.url()).toContain("warning=no_hours");
  await page.getByRole("link", { name: "Station Road" }).click();
  await expect.poll(() => page.locator("h1").innerText()).toContain("Station Road");
  const outlet = page.url().split("?")[0]!;

  const hours = page.locator("#hours");
  await hours.getByLabel("In the hours below").check();
  await hours.locator('[name="week.0.from"]').fill("09:00");
  await hours.locator('[name="week.0.to"]').fill("09:00");
  await hours.locator("button[type=submit]").click();
  await expect.poll(() => page.locator("#hours").innerText()).toContain("From must not be the time of to on mon.");
  await page.locator('#hours [name="week.0.from"]').fill("09:00");
  await page.locator('#hours [name="week.0.to"]').fill("18:30");
  await page.locator('#hours [name="holidays.0.date"]').fill("2026-12-25");
  await page.locator("#hours button[type=submit]").click();
  await expect.poll(() => page.locator("[role=status].done").innerText()).toContain("Hours saved.");
  expect(await page.locator('#hours [name="week.0.to"]').inputValue()).toBe("18:30");
  expect(await page.locator("#hours .cl-day").first().innerText()).toContain("09:00–18:30");

  await fill(page, `${outlet}?do=edit`, { address: "1 Station Road", latitude: "18.5", longitude: "73.8" });
  await sheet(page).locator('[name="phones[]"][type=tel]').first().fill("020 6712 4400");
  await send(page, "Changes saved.");
  expect(await page.locator("main").innerText()).toContain("+91 20 6712 4400");

  // A move from tomorrow is planned and cancelled.
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  await fill(page, `${outlet}?do=move`, { parent: "Second Wheels", from: day(30), note: "Sold" });
  await send(page, "The move was saved.");
  expect(await page.locator(".cl-moves").innerText()).toContain("Planned");
  await page.goto(`${outlet}?do=cancel`);
  await send(page, "The move was canceled.");
  expect(await page.locator(".cl-moves").innerText()).not.toContain("Second Wheels");

  await page.goto(`${outlet}?do=close`);
  await sheet(page).locator("[name=reason]").fill("Lease ended");
  await send(page, "Closed.");
  expect(await page.locator("main").innerText()).toContain("Lease ended");

  // The life of the client: a suspended one takes nothing new and says so.
  for (const [event, reason] of [
    ["activate", ""],
    ["suspend", "Payment is late"],
  ] as const) {
    await page.goto(`${own}?do=${event}`);
    await sheet(page).locator("[name=reason]").fill(reason);
    await sheet(page).locator("button[type=submit]").click();
    await page.waitForURL((url) => url.searchParams.get("do") === null);
  }
  await expect.poll(() => page.locator("main").innerText()).toContain("Reason: Payment is late");
  expect(await page.getByRole("link", { name: "Add outlet" }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(complaints.filter((complaint) => !complaint.includes("422") && !complaint.includes("409"))).toEqual([]);
  await context.close();
});
