// Nothing typed is lost: every way out of a changed form asks first, and asks nothing once it is saved.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, holdScripts, launch, open, settled, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
/** Press the star of a page until it is so. */
async function star(pressed: boolean): Promise<void> {
  const { page, context } = await open(browser);
  await enter(page, `${base}/admin/bots`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector(".star") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
  if ((await page.getAttribute(".star", "aria-pressed")) !== String(pressed)) await page.click(".star");
  await page.waitForSelector(`.star[aria-pressed=${pressed}]`);
  await settled(page);
  await context.close();
}
beforeAll(async () => {
  browser = await launch();
  // A bookmark to be renamed, which other journeys do not count on.
  await star(true);
});
afterAll(async () => {
  await star(false);
  await browser.close();
});

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const stay = async (page: Page) => {
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await question(page).waitFor({ state: "hidden" });
};
const leave = (page: Page) => question(page).getByRole("button", { name: "Leave", exact: true }).click();

/** A page reached by a link of another one, with something typed into one of its fields by keys. */
async function typed(page: Page, from: string, link: string, field: string): Promise<void> {
  await enter(page, `${base}${from}`);
  await awaitHydration(page);
  await page
    .locator(link)
    .first()
    .evaluate((element: HTMLElement) => element.click());
  const box = page.locator(field).first();
  await box.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
  await box.click();
  await page.keyboard.type("Typed and not saved");
}
const value = (page: Page, field: string) => page.locator(field).first().inputValue();

const SHEETS = [
  ["a new task", "/apps/todo", "main a[href*='new=1']", "dialog:modal [name=title]"],
  ["a new event", "/apps/calendar", "main a[href*='new=1']", "dialog:modal [name=title]"],
  ["a new user", "/apps/user/list", "main a[href*='do=new']", "dialog:modal [name=full_name]"],
  ["your own status in chat", "/apps/chat", "main a[href*='me=1']", "dialog:modal [name=about]"],
  ["a payment", "/apps/invoice/preview/5036", "main a[href*='sheet=payment']", "dialog:modal [name=note]"],
] as const;

test.each(SHEETS)(
  "%s asks on Escape, on a press beside it, at its links and on Back",
  async (_what, from, link, field) => {
    const { page, context } = await open(browser);
    await typed(page, from, link, field);
    const before = await value(page, field);
    expect(before).toContain("Typed and not saved");
    const ways = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(300, 500),
      () => page.locator("dialog.sheet footer a", { hasText: "Cancel" }).click(),
      () => page.locator("dialog.sheet header a").click(),
      () => page.evaluate(() => history.back()),
    ];
    for (const way of ways) {
      await way();
      await question(page).waitFor();
      await stay(page);
      expect(await value(page, field)).toBe(before);
      await page.locator(field).first().press("End");
    }
    // Escape answers the question too, and never loses anything.
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press("Escape");
      await settled(page);
    }
    expect(await value(page, field)).toBe(before);
    if (!(await question(page).isVisible())) await page.keyboard.press("Escape");
    await leave(page);
    await page.locator("dialog.sheet").waitFor({ state: "detached" });
    await context.close();
  },
);

const PAGES = [
  ["a new invoice", "/apps/invoice/list", "main a[href='/apps/invoice/add']", "[name='client.name']"],
  ["an invoice", "/apps/invoice/preview/5036", "main a[href^='/apps/invoice/edit']", "[name='client.company']"],
  ["a post", "/apps/todo", "a[href='/pages/profile']", "#new [name=text]"],
  ["a comment", "/apps/todo", "a[href='/pages/profile']", ".pf-say [name=text]"],
  ["a task in one line", "/pages/profile", "a[href='/apps/todo']", ".t-add [name=title]"],
  ["a bookmark's name", "/apps/todo", "a[href='/bookmarks']", ".keep-form [name=title]"],
  ["a bookmark's folder", "/apps/todo", "a[href='/bookmarks']", ".keep-form [name=folder]"],
  ["a language's name", "/apps/todo", "a[href='/admin/languages']", ".languages li:last-child [name=name]"],
  ["a new bot", "/admin/bots", "main a[href='/admin/bots/new']", "#new-bot [name=name]"],
  ["the account", "/apps/todo", "a[href='/pages/account-settings']", "[name=full_name], [name=name]"],
] as const;

test.each(PAGES)("%s asks at a link, by keys, on Back and when the tab is closed", async (_what, from, link, field) => {
  const { page, context } = await open(browser);
  await typed(page, from, link, field);
  const before = await value(page, field);
  const keys = async () => {
    await page.locator("#main").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("h");
  };
  for (const way of [() => page.locator(".rail a").first().click(), keys, () => page.evaluate(() => history.back())]) {
    await way();
    await question(page).waitFor();
    await stay(page);
    expect(await value(page, field)).toBe(before);
    await page.locator(field).first().press("End");
  }
  let prompts = 0;
  page.on("dialog", (dialog) => {
    prompts += dialog.type() === "beforeunload" ? 1 : 0;
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => prompts).toBe(1);
  await page.locator(".rail a").first().click();
  await question(page).waitFor();
  await leave(page);
  await page.waitForURL((url) => url.pathname === "/");
  await context.close();
});

test("posts and comments are written, changed and sent without a question, and ask before text is lost", async () => {
  const { page, context } = await open(browser);
  await typed(page, "/apps/todo", "a[href='/pages/profile']", "#new [name=text]");
  const text = `Written ${Date.now()}`;
  await page.fill("#new [name=text]", text);
  await page.click("#new button[type=submit]");
  const post = page.locator(".pf-post", { hasText: text });
  await post.waitFor();
  await expect.poll(() => value(page, "#new [name=text]")).toBe("");
  // A comment that is sent is stored: pages are left freely.
  await post.locator(".pf-say [name=text]").fill("A remark");
  await post.locator(".pf-say button").click();
  await post.locator(".pf-remarks li", { hasText: "A remark" }).waitFor();
  await expect.poll(() => page.locator(".pf-remarks li a.icon-button").count()).toBeGreaterThan(0);
  await page.locator(".rail a").first().click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await question(page).count()).toBe(0);
  // Changing them asks, saving does not, whatever else is typed elsewhere on the page.
  await page.goBack();
  for (const [what, of] of [
    ["post", ".pf-line"],
    ["remark", ".pf-remarks li"],
  ] as const) {
    await post.locator(`${of} a.icon-button`).first().click();
    const field = ".pf-post form.stack [name=text]";
    await page.locator(field).press("End");
    await page.keyboard.type(` and changed ${what}`);
    const before = await value(page, field);
    for (const way of [
      () => page.locator(".rail a").first().click(),
      () => page.locator(".pf-post form.stack a.button").click(),
      () => page.evaluate(() => history.back()),
    ]) {
      await way();
      await question(page).waitFor();
      await stay(page);
      expect(await value(page, field)).toBe(before);
    }
    await post.locator(".pf-say [name=text]").fill("Half a remark");
    await page.click(".pf-post form.stack .primary");
    await page.locator(field).waitFor({ state: "detached" });
    expect(await question(page).count()).toBe(0);
    await post.getByText(`and changed ${what}`).waitFor();
    expect(await post.locator(".pf-say [name=text]").inputValue()).toBe("Half a remark");
    await post.locator(".pf-say [name=text]").fill("");
  }
  await page.locator(".rail a").first().click();
  await page.waitForURL((url) => url.pathname === "/");
  await context.close();
});

test("a comment on a public post asks before it is lost, and is sent without a question", async () => {
  const { page, context } = await open(browser);
  const field = "#comments [name=text]";
  const crumb = "main a[href='/pages/blog/list']";
  await typed(page, "/pages/login-v1?next=/pages/blog/list", "main a[href^='/pages/blog/detail']", field);
  for (const way of [() => page.locator(crumb).first().click(), () => page.evaluate(() => history.back())]) {
    await way();
    await question(page).waitFor();
    await stay(page);
    expect(await value(page, field)).toBe("Typed and not saved");
  }
  await page.click("#comments form.stack button[type=submit]");
  await page.waitForURL((url) => url.searchParams.get("done") === "commented");
  await awaitHydration(page);
  await page.locator(crumb).first().click();
  await page.waitForURL((url) => url.pathname === "/pages/blog/list");
  expect(await question(page).count()).toBe(0);
  await context.close();
});

test("what was added in one line, and a name that was given, are left freely", async () => {
  const { page, context } = await open(browser);
  await typed(page, "/pages/profile", "a[href='/apps/todo']", ".t-add [name=title]");
  await page.keyboard.press("Enter");
  await page.locator(".t-title", { hasText: "Typed and not saved" }).first().waitFor();
  await page.locator(".rail a").first().click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto(`${base}/admin/languages`);
  await awaitHydration(page);
  const name = page.locator(".languages li:last-child [name=name]");
  await name.fill("العربية");
  await page.locator(".languages li:last-child button", { hasText: "Rename" }).click();
  await page.waitForURL((url) => url.searchParams.has("done"));
  await page.locator(".rail a").first().click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await question(page).count()).toBe(0);
  await context.close();
});

test("saving asks nothing, and what is saved is left freely", async () => {
  const { page, context } = await open(browser);
  await typed(page, "/apps/todo", "main a[href*='new=1']", "dialog:modal [name=title]");
  await page.click("dialog footer .primary");
  await page.locator("dialog.sheet").waitFor({ state: "detached" });
  expect(await question(page).count()).toBe(0);
  await page.locator(".t-title", { hasText: "Typed and not saved" }).first().click();
  await page.locator("dialog.sheet [name=title]").fill("To be deleted");
  await page.locator("dialog.sheet .danger", { hasText: "Delete" }).click();
  await page.locator("dialog.sheet").waitFor({ state: "detached" });
  await context.close();
});

test.each([
  ["/pages/account-settings/information", "textarea[name=bio]", true],
  ["/pages/blog/edit/1", "textarea[name=content]", true],
  ["/apps/email/compose", "input[name=subject]", false],
])("what is typed at %s before its script has come is kept", async (path, field, isAsked) => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/`);
  const release = await holdScripts(page, base + path, field);
  await page.fill(field, "Typed early");
  await release();
  await settled(page);
  // Where another field takes its place, it is filled by a task of its own.
  await expect.poll(() => page.inputValue(field)).toBe("Typed early");
  if (isAsked) {
    await page.locator(".rail a[href='/admin/bots']").evaluate((link: HTMLElement) => link.click());
    await stay(page);
    expect(await page.inputValue(field)).toBe("Typed early");
  }
  expect(complaints).toEqual([]);
  await context.close();
});
