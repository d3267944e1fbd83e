// The to-do list as a person uses it: with keys and with plain forms, with undo, order, and two editors at once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, still, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const url = `${base}/apps/todo`;

async function todo(page: Page): Promise<void> {
  await enter(page, url);
}
const titles = (page: Page) => page.locator(".t-main > .t-list .t-title").allInnerTexts();
const row = (page: Page, title: string) => page.locator("li", { has: page.getByText(title, { exact: true }) });

test("a task is added, starred, completed, undone, moved and deleted without a new page", async () => {
  const { page, context, complaints, requests } = await open(browser);
  await todo(page);
  await awaitHydration(page);
  expect(requests.filter((path) => path.includes("/api/") && !path.includes("/api/v1/live"))).toEqual([]);

  await page.fill(".t-add input[name=title]", "First of the journey");
  await page.press(".t-add input[name=title]", "Enter");
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("First of the journey");
  await page.fill(".t-add input[name=title]", "Second of the journey");
  await page.press(".t-add input[name=title]", "Enter");
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("Second of the journey");

  // Star and tick at once: the second goes by the revision that the first has made.
  const first = row(page, "First of the journey");
  await first.locator(".t-star").click();
  await first.locator(".t-check").click();
  await expect.poll(() => titles(page)).not.toContain("First of the journey");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => titles(page)).toContain("First of the journey");
  await expect.poll(() => first.locator(".t-star").count()).toBe(1);
  expect(await first.locator(".t-star").getAttribute("aria-pressed")).toBe("true");

  await first.locator(".grip").focus();
  // Seen at once; what is shown again is what the server has kept by then.
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/v1/tasks/order"));
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => titles(page).then((all) => all[0])).toBe("First of the journey");
  await answer;
  await page.reload();
  expect((await titles(page)).slice(0, 2)).toEqual(["First of the journey", "Second of the journey"]);

  await awaitHydration(page);
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
  await awaitHydration(page);
  const [title] = await titles(page);
  await page.route("**/api/v1/tasks/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await row(page, title!).locator(".t-check").click();
  await page.getByRole("alert").filter({ hasText: "You’re offline" }).waitFor({ state: "attached" });
  expect(await row(page, title!).locator(".t-check").getAttribute("aria-checked")).toBe("false");
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("the later of two editors learns what the earlier one saved, %s", async (name, options) => {
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
  await page.locator(".differences").waitFor();
  expect(await page.locator(".differences tbody td").allInnerTexts()).toEqual([`${title}, mine`, `${title}, theirs`]);
  await page.click("dialog footer .primary");
  await row(page, `${title}, mine`).first().waitFor({ state: "attached" });
  await context.close();
});

/** Holds the sheet's script back until it is let go. */
async function held(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const gate = new Promise<void>((done) => (release = done));
  // A script is called by its hash alone: the sheet's is the one that says what only a sheet does.
  const folder = join(import.meta.dirname, "../../app/static/build");
  const scripts = readdirSync(folder).filter((file) => file.endsWith(".js"));
  const sheet = scripts.find((file) => readFileSync(join(folder, file), "utf8").includes("todo.addedOne"));
  expect(sheet).toBeDefined();
  await page.route(`**/static/build/${sheet}`, (route) => gate.then(() => route.continue()));
  return release;
}

test("a sheet that its address opens is there before its script, and keeps what is typed into it", async () => {
  const { page, context, complaints } = await open(browser);
  await todo(page);
  const release = await held(page);
  await page.goto(`${url}?new=1`, { waitUntil: "domcontentloaded" });
  await page.evaluate(() =>
    new PerformanceObserver((list) =>
      list
        .getEntries()
        .forEach(
          (entry) =>
            (document.body.dataset.shift = String(
              Number(document.body.dataset.shift ?? 0) + (entry as unknown as { value: number }).value,
            )),
        ),
    ).observe({ type: "layout-shift", buffered: true }),
  );
  const sheet = page.locator("dialog.sheet[open]");
  await sheet.locator("[name=title]").fill("Typed early");
  await still(sheet);
  const place = await sheet.boundingBox();
  release();
  await page.locator("dialog:modal").waitFor();
  expect(await sheet.locator("[name=title]").inputValue()).toBe("Typed early");
  expect(await sheet.boundingBox()).toEqual(place);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("title");
  expect(await page.evaluate(() => Number(document.body.dataset.shift ?? 0))).toBeLessThan(0.01);
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toContain("Typed early");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a sheet opens over its list once its script is here, takes the focus and gives it back", async () => {
  const { page, context, complaints } = await open(browser);
  await todo(page);
  const release = await held(page);
  await page.goto(url);
  await awaitHydration(page);
  const link = page.locator(".t-main .t-title").first();
  await link.focus();
  await page.keyboard.press("Enter");
  await page.locator(".progress").waitFor();
  expect(await page.locator(".t-main .t-title").count()).toBeGreaterThan(0);
  release();
  await page.locator("dialog:modal").waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a second tab hears of tasks, events and invoices that are changed in the first", async () => {
  const { page, context } = await open(browser);
  await todo(page);
  await awaitHydration(page);
  const other = await context.newPage();
  const heard = () => other.waitForResponse((response) => response.url().endsWith("/api/v1/live"));
  await Promise.all([heard(), other.goto(url)]);
  await page.fill(".t-add input[name=title]", "Heard in the other tab");
  await page.press(".t-add input[name=title]", "Enter");
  await row(other, "Heard in the other tab").waitFor();

  await page.goto(`${base}/apps/calendar?view=list&new=1`);
  await Promise.all([heard(), other.goto(`${base}/apps/calendar?view=list`)]);
  await awaitHydration(page);
  await page.fill("dialog [name=title]", "An event for both tabs");
  await page.click("dialog footer .primary");
  await other.getByText("An event for both tabs").first().waitFor();

  await page.goto(`${base}/apps/invoice/add`);
  await Promise.all([heard(), other.goto(`${base}/apps/invoice/list`)]);
  await awaitHydration(page);
  await page.fill("[name='client.name']", "Client of both tabs");
  await page.fill("[name='lines.0.item']", "Work");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.waitForURL(/preview/);
  await other.getByText("Client of both tabs").first().waitFor();
  await context.close();
});

test.each([
  ["with JavaScript", {}],
  ["without JavaScript", { javaScriptEnabled: false }],
] as const)("what is typed into a task that another tab deletes stays, %s", async (name, options) => {
  const { page, context } = await open(browser, options);
  await todo(page);
  const title = `Deleted ${name}`;
  await page.fill(".t-add input[name=title]", title);
  await page.press(".t-add input[name=title]", "Enter");
  await row(page, title).waitFor();
  const address = new URL((await row(page, title).locator(".t-title").getAttribute("href"))!, url).href;
  await page.goto(address);
  await page.fill("dialog [name=title]", `${title}, mine`);
  const other = await context.newPage();
  await other.goto(address);
  await other.locator("dialog footer .danger").click();
  await row(other, title).waitFor({ state: "detached" });
  await page.click("dialog footer .primary");
  await page.locator("dialog .notice").waitFor();
  expect(await page.inputValue("dialog [name=title]")).toBe(`${title}, mine`);
  await page.click("dialog footer .primary");
  await page.getByText("This task is deleted. Restore it first.").waitFor();
  expect(await page.inputValue("dialog [name=title]")).toBe(`${title}, mine`);
  await context.close();
});

test("without JavaScript adding a task leads back to the closed list, and a refusal to the open sheet", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await todo(page);
  await page.goto(`${url}?new=1`);
  await page.fill("dialog [name=title]", "Refused first");
  await page.fill("dialog [name=assignee]", "Nobody of that name");
  await page.click("dialog footer .primary");
  await page.locator("dialog .field-error").waitFor();
  expect(await page.inputValue("dialog [name=title]")).toBe("Refused first");
  await page.fill("dialog [name=assignee]", "");
  await page.click("dialog footer .primary");
  await row(page, "Refused first").first().waitFor();
  expect(await page.locator("dialog").count()).toBe(0);
  expect(new URL(page.url()).search).not.toContain("new");
  await context.close();
});
