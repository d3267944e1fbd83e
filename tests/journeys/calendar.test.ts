// The calendar as a person uses it: drawing, moving, keys, two editors at once, files, and all of it without
// JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, settled, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

// A month in which no sample event is.
const DAY = "2027-03-10";
const at = (query: string) => `${base}/apps/calendar?${query}`;
async function calendar(page: Page, query: string): Promise<void> {
  await enter(page, at(query));
  await page.locator(".cal").waitFor();
}
const event = (page: Page, title: string) => page.locator(".ev, .cal-row", { hasText: title });

test("an event is drawn over hours, moved by the pointer and by keys, undone, deleted and undone", async () => {
  const { page, context, complaints, requests } = await open(browser);
  const title = `Drawn at ${Date.now()}`;
  await calendar(page, `view=day&date=${DAY}`);
  await awaitHydration(page);
  expect(requests.filter((url) => url.includes("/api/v1/events"))).toEqual([]);
  const column = (await page.locator(".cal-scroll").boundingBox())!;
  await page.mouse.move(column.x + 300, column.y + 200);
  await page.mouse.down();
  await page.mouse.move(column.x + 300, column.y + 230);
  await page.mouse.move(column.x + 300, column.y + 290);
  await page.mouse.up();
  await page.fill("dialog [name=title]", title);
  await page.click("dialog footer .primary");
  // The event is seen before the sheet is gone, and with that the page is drawn again.
  await page.locator("dialog").waitFor({ state: "detached" });
  const drawn = page.locator(".ev-block", { hasText: title });
  await drawn.waitFor();
  const time = () => drawn.locator("time").innerText();
  const first = await time();

  const box = (await drawn.boundingBox())!;
  await page.mouse.move(box.x + 100, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + 40);
  await page.mouse.move(box.x + 100, box.y + 106);
  await page.mouse.up();
  await expect.poll(time).not.toBe(first);
  await page.locator(".toast", { hasText: "Moved" }).getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(time).toBe(first);

  await drawn.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(time).not.toBe(first);
  await page.keyboard.press("m");
  await page.locator(".cal-month").waitFor();
  await event(page, title).click();
  await page.locator("dialog footer .danger").click();
  await event(page, title).waitFor({ state: "detached" });
  await page.locator(".toast", { hasText: "Deleted" }).getByRole("button", { name: "Undo" }).first().click();
  await event(page, title).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a move that is refused is taken back with the reason", async () => {
  const { page, context } = await open(browser);
  await calendar(page, `view=month&date=2027-04-07&new=1&start=2027-04-07`);
  await awaitHydration(page);
  await page.fill("dialog [name=title]", "Stays where it is");
  await page.click("dialog footer .primary");
  const bar = event(page, "Stays where it is");
  await bar.waitFor();
  // A dialog that closes gives the focus back, which the next key is not to meet.
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  const before = await bar.getAttribute("title");
  await page.route("**/api/v1/events/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await bar.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByRole("alert").filter({ hasText: "You’re offline" }).waitFor({ state: "attached" });
  expect(await bar.getAttribute("title")).toBe(before);
  await context.close();
});

test.each([
  ["with JavaScript", "2027-05-05", {}],
  ["without JavaScript", "2027-06-09", { javaScriptEnabled: false }],
] as const)(
  "an event is made, and the later of two editors learns what the earlier one saved, %s",
  async (name, day, options) => {
    const { page, context } = await open(browser, options);
    await calendar(page, `view=week&date=${day}&new=1&start=${day}T10:00&end=${day}T11:00`);
    const title = `Shared ${name}`;
    await page.fill("dialog [name=title]", title);
    await page.click("dialog footer .primary");
    if (name === "with JavaScript") await event(page, title).first().waitFor();
    await page.goto(at(`view=list&date=${day}`));
    const href = (await event(page, title).first().getAttribute("href"))!;
    const address = new URL(href, page.url()).href;
    await page.goto(address);
    const other = await context.newPage();
    await other.goto(address);
    await other.fill("dialog [name=title]", `${title}, theirs`);
    await other.click("dialog footer .primary");
    await event(other, `${title}, theirs`).first().waitFor({ state: "attached" });
    await page.fill("dialog [name=title]", `${title}, mine`);
    await page.click("dialog footer .primary");
    await page.locator(".differences").waitFor();
    expect(await page.locator(".differences tbody td").allInnerTexts()).toEqual([`${title}, mine`, `${title}, theirs`]);
    await page.click("dialog footer .primary");
    await event(page, `${title}, mine`).first().waitFor({ state: "attached" });
    await context.close();
  },
);

test("a file is refused event by event, then taken in part", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await calendar(page, "view=list&date=2027-07-01&import=1");
  const good = "BEGIN:VEVENT\r\nSUMMARY:From a file\r\nDTSTART:20270707T100000Z\r\nEND:VEVENT\r\n";
  const bad = "BEGIN:VEVENT\r\nSUMMARY:Without a time\r\nEND:VEVENT\r\n";
  const file = {
    name: "a.ics",
    mimeType: "text/calendar",
    buffer: Buffer.from(`BEGIN:VCALENDAR\r\n${good}${bad}END:VCALENDAR\r\n`),
  };
  await page.setInputFiles("dialog [name=file]", file);
  await page.click("dialog footer .primary");
  expect(await page.locator(".cal-faults").innerText()).toContain(
    "Event 2 “Without a time”, line 6: DTSTART is missing.",
  );
  await page.setInputFiles("dialog [name=file]", file);
  await page.check("dialog [name=partly]");
  await page.click("dialog footer .primary");
  await page.getByText("1 event imported.").waitFor();
  await page.goto(at("view=list&date=2027-07-01"));
  await event(page, "From a file").first().waitFor();
  await context.close();
});

test("a phone opens the calendar as a list, and shows a month to anyone who asks for it", async () => {
  const { page, context } = await open(browser, { viewport: { width: 390, height: 844 } });
  await enter(page, `${base}/apps/calendar`);
  await page.waitForURL(/view=list/);
  await page.locator(".segments a", { hasText: "Month" }).click();
  await page.locator(".cal-month").waitFor();
  expect(new URL(page.url()).search).not.toContain("list");
  await context.close();
});

test("times are 24-hour fields that show whole, and an end before its start is reported at the field", async () => {
  const { page, context } = await open(browser, { locale: "en-US" });
  await enter(page, `${base}/apps/calendar?new=1&start=2026-11-23T14:30&end=2026-11-23T15:30`);
  await awaitHydration(page);
  const time = page.locator("dialog .cal-moment input[inputmode=numeric]");
  await time.last().waitFor();
  expect(await time.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))).toEqual([
    "14:30",
    "15:30",
  ]);
  expect(
    await page
      .locator("dialog .cal-moment input")
      .evaluateAll((all) => all.every((element) => element.scrollWidth <= element.clientWidth)),
  ).toBe(true);
  await time.last().fill("9");
  await page.locator("dialog .field-error", { hasText: "The end is before the start" }).waitFor();
  await page.fill("dialog [name=title]", "Backwards");
  await page.click("dialog footer .primary");
  await settled(page);
  expect(await page.locator("dialog .field-error").count()).toBe(1);
  await time.last().fill("1600");
  await page.click("dialog footer .primary");
  await page.locator("dialog.sheet").waitFor({ state: "detached" });
  await context.close();
});
