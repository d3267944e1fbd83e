// A first bot from its template to its publication: with the keyboard alone, and by touch on a phone.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editable, enter, launch, open, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** What the focus is on: its role or element, and its name as it is read out. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const now = document.activeElement as HTMLInputElement | null;
    if (!now || now === document.body) return "nothing";
    const labelled = (now.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
    const name =
      now.getAttribute("aria-label") ??
      (labelled.map((label) => label?.textContent).join(" ") ||
        (now.labels?.length ? [...now.labels].map((label) => label.textContent).join(" ") : now.textContent));
    return `${now.getAttribute("role") ?? now.localName}: ${name?.replace(/\s+/g, " ").trim()}`;
  });

/** Press Tab, or Shift and Tab, until the focus is where one wants it; says how far that was. */
async function tabTo(page: Page, target: RegExp, { most = 60, key = "Tab" } = {}): Promise<number> {
  const passed: string[] = [];
  for (let presses = 1; presses <= most; presses += 1) {
    await page.keyboard.press(key);
    passed.push(await focus(page));
    if (target.test(passed.at(-1)!)) return presses;
  }
  throw new Error(`${target} is not within ${most} presses:\n${passed.join("\n")}`);
}

/** Once the editor of the page is there and alive. */
const editor = async (page: Page) => {
  await page.locator(".fl-save").waitFor();
  await editable(page);
};
const saved = (page: Page) =>
  expect.poll(() => page.locator(".fl-save").first().getAttribute("data-state")).toBe("saved");
/** Until the model is made, of the template's phrases at first: others' are made before it. */
const isTrained = (page: Page) =>
  expect.poll(() => page.locator(".in-training .pill").innerText(), { timeout: 120_000 }).toBe("Ready");
/** Until the page says, or no longer says, that the model has not seen the phrases: it is ready before, too. */
const isStale = (page: Page, times: 0 | 1) =>
  expect
    .poll(() => page.getByText("Phrases have changed. Train to use them.").count(), { timeout: 60_000 })
    .toBe(times);
/** Until the bot whose page is shown is live. */
const answers = (page: Page) =>
  expect
    .poll(async () => {
      const id = /\/admin\/bots\/(\d+)/.exec(page.url())![1];
      return ((await (await page.request.get(`${base}/api/v1/bots/${id}`)).json()) as { state: string }).state;
    })
    .toBe("live");
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test("with the keyboard alone", async () => {
  const mark = Date.now();
  const { page, context, complaints } = await open(browser);
  const press = (key: string) => page.keyboard.press(key);
  await enter(page, `${base}/admin/bots`);
  await awaitHydration(page);
  await tabTo(page, /^a: Skip/);
  await press("Enter");
  await tabTo(page, /New bot/);
  await press("Enter");
  await page.waitForURL(/\/admin\/bots\/new/);

  // From a template; the address is there before the page is.
  await page.getByRole("radio", { name: /Service booking/ }).waitFor();
  await tabTo(page, /^input: Service booking/);
  await press("Space");
  await tabTo(page, /^input: Name/);
  await page.keyboard.type(`Keyboard ${mark}`);
  await press("Enter");
  await page.waitForURL(/\/admin\/bots\/\d+(\?|$|#)/);

  // A text is changed.
  await tabTo(page, /^a: Flow/);
  await press("Enter");
  await page.waitForURL(/\/flow/);
  await page.locator(".fl-tree").waitFor();
  await editor(page);
  await tabTo(page, /^treeitem:/);
  await press("End");
  await press("Home");
  await page.keyboard.type("bye");
  expect(await focus(page)).toMatch(/^treeitem: Bye/);
  await press("Enter");
  await page.locator(".fl-title h2", { hasText: "Bye" }).waitFor();
  await expect.poll(() => focus(page)).toMatch(/^textarea: .*English/);
  await press("Control+a");
  await page.keyboard.type("See you soon!");
  await saved(page);
  expect(await page.locator(".fl-bubble").first().innerText()).toBe("See you soon!");

  // An intent is added, with phrases.
  await page.keyboard.press("Escape");
  await tabTo(page, /^a: Understanding/, { key: "Shift+Tab", most: 80 });
  await press("Enter");
  await page.waitForURL(/\/understanding/);
  await page.locator(".in-intents").waitFor();
  await editor(page);
  await isTrained(page);
  await tabTo(page, /^a: Intent$/);
  await press("Enter");
  await expect.poll(() => focus(page)).toMatch(/^input: What people ask for/);
  await page.keyboard.type("warranty.ask");
  await press("Enter");
  await expect.poll(() => focus(page)).toMatch(/^input: Add a phrase/);
  for (const phrase of ["is my car under warranty", "warranty period of the vehicle", "how long is the warranty"]) {
    await page.keyboard.type(phrase);
    await press("Enter");
    await expect.poll(() => focus(page)).toMatch(/^input: Add a phrase/);
  }
  // A phrase too many goes, and the focus stays among the others.
  await press("Shift+Tab");
  expect(await focus(page)).toBe("button: Remove how long is the warranty");
  await press("Enter");
  await expect.poll(() => focus(page)).toMatch(/^input: Add a phrase/);
  expect(await page.locator(".in-phrases input").count()).toBe(3);
  await saved(page);
  await isStale(page, 1);

  // It is trained.
  await tabTo(page, /^button: Train with/, { most: 80 });
  await press("Enter");
  await isStale(page, 0);
  await isTrained(page);
  expect(await focus(page)).not.toBe("nothing");

  // It is tried.
  await tabTo(page, /^a: Overview/, { key: "Shift+Tab", most: 120 });
  await tabTo(page, /^button: Try/, { key: "Shift+Tab" });
  await press("Enter");
  await page.locator(".sb-talk").waitFor();
  await expect.poll(() => focus(page)).toBe("input: Message");
  await page.keyboard.type("is my car still under warranty");
  await press("Enter");
  await page.locator(".sb-own").waitFor();
  expect(await page.locator(".sb-debug").first().innerText()).toContain("Warranty ask");
  expect(await focus(page)).toBe("input: Message");
  await tabTo(page, /^button: .*Book/, { key: "Shift+Tab" });
  await press("Enter");
  await page.locator(".sb-own").nth(1).waitFor();
  await expect.poll(() => focus(page)).toBe("input: Message");

  // It is published, and answers.
  await tabTo(page, /^a: Cases/, { key: "Shift+Tab", most: 60 });
  await press("Enter");
  await page.waitForURL(/\/cases/);
  await page.locator("h1, h2", { hasText: "Cases" }).first().waitFor();
  await tabTo(page, /^a: Publish/);
  await press("Enter");
  await page.locator("#publish textarea").waitFor();
  await tabTo(page, /^textarea: /);
  await page.keyboard.type("The first version, with questions about the warranty");
  await tabTo(page, /^button: Publish v1/);
  await press("Enter");
  await answers(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test("by touch on a phone", async () => {
  const mark = Date.now();
  const { page, context, complaints } = await open(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  /** Tap what is large enough for a finger, as it is after whatever moves has come to rest. */
  const tap = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    const box = (await target.boundingBox())!;
    const area = await target.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      const after = getComputedStyle(element, "::after");
      const reach = after.content !== "none" && after.position === "absolute" ? parseFloat(after.height) : 0;
      const label = element.closest("label")?.getBoundingClientRect().height ?? 0;
      return { width, height: Math.max(height, reach, label) };
    });
    expect.soft(area.height, `${await target.innerText()} is ${box.width} × ${area.height}`).toBeGreaterThanOrEqual(40);
    await target.tap();
  };
  await enter(page, `${base}/admin/bots/new`);
  await tap(page.locator(".nb-pick").first());
  await page.fill("input[name=name]", `Touch ${mark}`);
  await tap(page.locator("form#new-bot button[type=submit]"));
  await page.waitForURL(/\/admin\/bots\/\d+(\?|$|#)/);

  await tap(page.locator(".tabs a", { hasText: "Flow" }));
  await page.waitForURL(/\/flow/);
  await page.locator(".fl-tree").waitFor();
  await editor(page);
  await tap(page.locator(".fl-row", { hasText: "Bye" }).last());
  await page.locator('textarea[name="text.en.0"]').fill("See you soon!");
  await saved(page);
  await tap(page.locator(".fl-close"));

  await tap(page.locator(".tabs a", { hasText: "Understanding" }));
  await page.waitForURL(/\/understanding/);
  await page.locator(".in-intents").waitFor();
  await editor(page);
  await isTrained(page);
  const understanding = page.url();
  await tap(page.locator(".in-intents .card-aside a", { hasText: "Intent" }));
  await page.fill(".in-new input[name=id]", "warranty.ask");
  await tap(page.locator(".in-new button"));
  await expect.poll(() => focus(page)).toMatch(/^input: Add a phrase/);
  for (const phrase of ["is my car under warranty", "how long is the warranty"]) {
    await page.locator("#new-phrase").fill(phrase);
    await page.keyboard.press("Enter");
  }
  await saved(page);
  await isStale(page, 1);
  await tap(page.locator(".in-training button"));
  await isStale(page, 0);
  await isTrained(page);

  await tap(page.locator(".page-head").getByRole("button", { name: "Try" }));
  await page.locator(".sb-talk").waitFor();
  await page.fill("#say", "is my car still under warranty");
  await tap(page.locator(".sb-send"));
  await page.locator(".sb-own").waitFor();
  await tap(page.locator(".sb-parts .sb-to-debugger"));
  await sees(page, "Warranty ask");

  await page.goto(understanding);
  await tap(page.locator(".page-head").locator("a", { hasText: "Publish" }).first());
  await page.fill("#publish textarea", "The first version");
  await tap(page.locator("#publish button[type=submit]"));
  await answers(page);
  // The page that says so is still on its way when the bot is live.
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth).catch(() => Infinity);
  await expect.poll(wide).toBeLessThanOrEqual(390);
  expect(complaints).toEqual([]);
  await context.close();
});
