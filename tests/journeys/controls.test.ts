// What one opens and fills in, in a real browser: where the focus is, what a key does, and the same without JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, settled, enter, awaitHydration, type Watched } from "./browser";
import { base } from "./here";

let browser: Browser;
let reader: Watched;
let plain: Watched;
beforeAll(async () => {
  browser = await launch();
  [reader, plain] = [await open(browser), await open(browser, { javaScriptEnabled: false })];
  for (const { page } of [reader, plain]) {
    await enter(page, `${base}/`);
  }
});
afterAll(() => browser.close());

/** A section of the page of components, taken over by its script where there is one. */
async function section({ page }: Watched, name: string): Promise<Page> {
  await page.goto(`${base}/design?s=${name}`);
  return page;
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const inside = (page: Page, selector: string) =>
  page.evaluate((s) => document.activeElement?.closest(s) !== null, selector);
/** Wait until a script has taken the page over. */

describe("a menu", () => {
  test("is walked by arrows, closed by Escape, and gives the focus back", async () => {
    const page = await section(reader, "menus");
    await awaitHydration(page, "main [aria-haspopup=menu]");
    const button = page.getByRole("button", { name: "Actions", exact: true });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toContain("Open");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("Archive");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
    expect(await focused(page)).toBe("Actions");
  });

  test("closes by a press elsewhere", async () => {
    const page = await section(reader, "menus");
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menu").waitFor();
    await page.mouse.click(700, 700);
    await expect.poll(() => page.getByRole("menu").count()).toBe(0);
  });

  test("opens and leads on without JavaScript, beside its button", async () => {
    const page = await section(plain, "menus");
    const button = page.getByRole("button", { name: "Actions", exact: true });
    await button.click();
    const link = page.getByRole("link", { name: "Open", exact: true });
    const [face, linkBox] = [await button.boundingBox(), await link.boundingBox()];
    expect(Math.abs(linkBox!.x - face!.x)).toBeLessThan(24);
    await link.click();
    expect(new URL(page.url()).pathname).toBe("/admin/bots");
  });
});

describe("a dialog", () => {
  test("keeps the focus within, begins with the safe choice, and returns it", async () => {
    const page = await section(reader, "dialogs");
    await awaitHydration(page);
    await page.getByRole("button", { name: "Forget contact" }).click();
    await expect.poll(() => focused(page)).toBe("Keep contact");
    for (let i = 0; i < 6; i += 1) {
      await page.keyboard.press("Tab");
      // Between its last and first control the focus may be on the browser itself: never on the page below.
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await focused(page)).toBe("Forget contact");
  });

  test("does what cannot be undone only after the word", async () => {
    const page = await section(reader, "dialogs");
    await awaitHydration(page);
    await page.getByRole("button", { name: "Forget contact" }).click();
    const act = page.getByRole("dialog").getByRole("button", { name: "Forget contact" });
    expect(await act.isDisabled()).toBe(true);
    await page.getByLabel("Type FORGET to confirm").fill("FORGET");
    await act.click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("status").filter({ hasText: "The contact is being erased." }).count()).toBe(1);
  });

  test("at the end side keeps head and actions in sight and is as wide as a phone", async () => {
    const page = await section(reader, "dialogs");
    await awaitHydration(page);
    await page.setViewportSize({ width: 390, height: 600 });
    await page.getByRole("button", { name: "Edit user" }).click();
    const sheet = page.getByRole("dialog", { name: "Edit user" });
    await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(0);
    expect((await sheet.boundingBox())!.width).toBe(390);
    const save = (await sheet.getByRole("button", { name: "Save" }).boundingBox())!;
    expect(save.y + save.height).toBeLessThanOrEqual(600);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("opens and closes without JavaScript, and is not sent without the word", async () => {
    const page = await section(plain, "dialogs");
    await page.getByRole("button", { name: "Forget contact" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Forget contact" }).click();
    expect(new URL(page.url()).pathname).toBe("/design");
    await dialog.getByRole("button", { name: "Keep contact" }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

describe("choosing", () => {
  test("by typing asks the server and takes the answer by keys", async () => {
    const page = await section(reader, "picking");
    await awaitHydration(page);
    const bot = page.getByRole("combobox", { name: "Bot" });
    await bot.fill("Service De");
    await page.getByRole("option", { name: "Service Desk" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await bot.inputValue()).toBe("Service Desk");
    expect(await page.locator("input[type=hidden][name=bot]").inputValue()).toMatch(/^\d+$/);
  });

  test("days by keys changes the address, and Cancel does not", async () => {
    const page = await section(reader, "dates");
    await awaitHydration(page);
    const face = page.locator(".range-face");
    await face.click();
    await expect.poll(() => inside(page, "td[role=gridcell]")).toBe(true);
    const days: string[] = [];
    for (const key of ["ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(key);
      days.push((await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)) ?? "");
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(new URL(page.url()).searchParams.get("r")).toBeNull();
    await face.click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForURL(/r=last_7_days/);
    expect(new URL(page.url()).searchParams.get("s")).toBe("dates");
    expect(days[1]! < days[0]!).toBe(true);
  });

  test("days by two date inputs works without JavaScript", async () => {
    const page = await section(plain, "dates");
    await page.locator(".range-face").click();
    await page.getByLabel("From").fill("2026-01-05");
    await page.getByLabel("To", { exact: true }).fill("2026-01-09");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    expect(new URL(page.url()).searchParams.get("r")).toBe("2026-01-05..2026-01-09");
    await page.locator(".range-face").click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    expect(new URL(page.url()).searchParams.get("r")).toBe("last_7_days");
  });
});

test("rows are dragged by their handle", async () => {
  const page = await section(reader, "arranging");
  await awaitHydration(page);
  const [first, last] = [page.locator(".grip").first(), page.locator(".grip").last()];
  const [from, to] = [(await first.boundingBox())!, (await last.boundingBox())!];
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 30, { steps: 8 });
  await page.mouse.up();
  expect((await page.locator(".sortable-body").allInnerTexts()).at(-1)).toBe("Ahmedabad SG Highway");
});

describe("what is not saved", () => {
  test("is asked about at a link and at Back, and left only on request", async () => {
    await reader.page.goto(`${base}/admin/bots`);
    await awaitHydration(reader.page);
    const page = await section(reader, "steps");
    await awaitHydration(page);
    await page.getByRole("link", { name: "All", exact: true }).click();
    await page.getByRole("heading", { name: "Buttons", exact: true }).waitFor();
    const field = page.locator(".stepper input");
    await field.fill("Monsoon check-up");
    await page.getByRole("link", { name: "Fields" }).click();
    await expect.poll(() => focused(page)).toBe("Keep editing");
    await page.keyboard.press("Enter");
    expect([new URL(page.url()).search, await field.inputValue()]).toEqual(["", "Monsoon check-up"]);
    await page.evaluate(() => history.back());
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL(/s=steps/);
  });
});

test("nothing in all of this is complained about", () => {
  expect(reader.complaints).toEqual([]);
});

describe("the dashboard's pictures", () => {
  const valueAt = (page: Page, at: number) => page.locator(".plot-cursor").nth(at).getAttribute("aria-valuetext");
  /** A navigation ends with the focus on the new page; the address is there before it. */
  const arrived = (page: Page) => page.waitForFunction(() => document.activeElement?.id === "main");

  test("are read by arrow keys, Home and End, let go by Escape, and lead on by Enter", async () => {
    const { page } = reader;
    await page.goto(`${base}/reports/dashboard`);
    const series = page.locator(".plot-cursor").first();
    await series.waitFor({ state: "attached" });
    const whole = (await valueAt(page, 0))!;
    await series.focus();
    await expect.poll(() => valueAt(page, 0)).not.toBe(whole);
    const last = (await valueAt(page, 0))!;
    await page.keyboard.press("Home");
    const first = (await valueAt(page, 0))!;
    await page.keyboard.press("ArrowRight");
    expect(new Set([whole, first, last, await valueAt(page, 0)]).size).toBe(4);
    expect(await page.locator(".plot-read").first().innerText()).toBe(await valueAt(page, 0));
    await page.keyboard.press("End");
    expect(await valueAt(page, 0)).toBe(last);
    await page.keyboard.press("Escape");
    expect(await valueAt(page, 0)).toBe(whole);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.waitForURL(/reports\/conversations/);
    await arrived(page);
  });

  test("of hours are read row by row, and come alive after coming from another page too", async () => {
    const { page } = reader;
    await awaitHydration(page);
    await page.locator(".plot-cursor").first().waitFor({ state: "detached" });
    await page.locator('.rail a[href="/reports/dashboard"]').first().dispatchEvent("click");
    await page.waitForURL(/reports\/dashboard/);
    await page.locator(".plot-cursor").first().waitFor({ state: "attached" });
    await arrived(page);
    await page.locator(".plot-cursor").nth(1).focus();
    const sunday = await valueAt(page, 1);
    expect(sunday).toMatch(/^Sun 23:00/);
    await page.keyboard.press("ArrowUp");
    expect(await valueAt(page, 1)).toMatch(/^Sat 23:00/);
    await page.keyboard.press("ArrowLeft");
    expect(await valueAt(page, 1)).toMatch(/^Sat 22:00/);
  });

  test("say the whole and lead on without JavaScript", async () => {
    const { page } = plain;
    await page.goto(`${base}/reports/dashboard`);
    expect(await page.locator(".plot-read").first().innerText()).toMatch(/sessions from/);
    expect(await page.locator(".plot-cursor").count()).toBe(0);
    await page.locator(".ht a").first().dispatchEvent("click");
    await page.waitForURL(/reports\/conversations/);
  });
});

test("bookmarks are put in order by a finger on their handle", async () => {
  const { page, context } = await open(browser, {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  });
  await enter(page, `${base}/`, "client@demo.com", "client");
  for (const url of ["/pages", "/reports/conversations", "/reports/dashboard"]) {
    await page.goto(`${base}${url}`);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector(".star") ?? {}).some((key) => key.startsWith("__reactProps")),
    );
    if ((await page.getAttribute(".star", "aria-pressed")) === "false") await page.tap(".star");
    await page.waitForSelector(".star[aria-pressed=true]");
  }
  await page.goto(`${base}/bookmarks`);
  await settled(page);
  const names = () => page.locator(".keep-name > :first-child").allInnerTexts();
  const before = await names();
  const [from, to] = [
    (await page.locator(".grip").first().boundingBox())!,
    (await page.locator(".grip").nth(1).boundingBox())!,
  ];
  const touch = await context.newCDPSession(page);
  const at = (y: number) => [{ x: from.x + 12, y }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from.y + 12) });
  for (let step = 1; step <= 6; step += 1)
    await touch.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: at(from.y + 12 + ((to.y - from.y + 100) * step) / 6),
    });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const after = [before[1], before[0], ...before.slice(2)];
  await expect.poll(names).toEqual(after);
  await settled(page);
  await page.reload();
  expect(await names()).toEqual(after);
  await context.close();
});
