// What anybody may read: an article is found, read and judged; a post is written, looked at before and read; with and
// without JavaScript.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const ways = [
  ["without JavaScript", { javaScriptEnabled: false, userAgent: "one" }],
  ["with JavaScript", { userAgent: "two" }],
] as const;

test.each(ways)("an article is found by a word, read, and said to be helpful, once, %s", async (_name, options) => {
  const { page, context, complaints } = await open(browser, options);
  await page.goto(`${base}/pages/knowledge-base`);
  await page.fill("input[type=search]", "authenticator");
  await Promise.all([page.waitForURL(`${base}/pages/knowledge-base?q=authenticator`), page.click("form.find button")]);
  await page.click("text=How do I turn on a second factor?");
  await page.waitForURL(`${base}/pages/knowledge-base/security/second-factor`);
  await expect.poll(() => page.locator(".prose ol li").count()).toBe(3);
  await page.click("#helpful a");
  await page.waitForURL(/second-factor\/feedback/);
  const counts = async () =>
    /(\d+) of (\d+)/
      .exec(await page.locator("#helpful").innerText())
      ?.slice(1)
      .map(Number) ?? [0, 0];
  const before = await counts();
  await Promise.all([page.waitForURL(/done=voted/), page.click("button[value=true]")]);
  expect(await page.locator("#helpful").innerText()).toContain("Thank you for your feedback");
  const first = await counts();
  expect(first).toEqual([before[0]! + 1, before[1]! + 1]);
  await Promise.all([page.waitForEvent("load"), page.click("button[value=false]")]);
  await expect.poll(counts).toEqual([before[0]!, before[1]! + 1]);
  await Promise.all([page.waitForURL(`${base}/pages/knowledge-base/security/second-factor`), page.click("main p a")]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(ways)(
  "a post is begun, previewed, published, read, commented on, deleted and restored, %s",
  async (name, options) => {
    const { page, context, complaints } = await open(browser, options);
    const guest = await open(browser, options);
    await enter(page, `${base}/pages/blog/edit`);
    const title = `Opening hours ${name}`;
    await page.fill("#new input[name=title]", title);
    await Promise.all([page.waitForURL(/\/pages\/blog\/edit\/\d+$/), page.click("#new button")]);
    const edit = page.url();
    const read = edit.replace("edit", "detail");
    // Asked past the browser's own cache, which keeps a public page for a minute.
    const status = async () => (await guest.context.request.get(read)).status();
    expect(await status()).toBe(404);

    await page.fill("textarea[name=content]", "## Sundays\n\n- **closed**\n- <b>really</b>");
    await page.fill("textarea[name=excerpt]", "When we are there.");
    await Promise.all([page.waitForEvent("load"), page.click("button[formaction]")]);
    expect(await page.locator("#preview .prose ul li").allInnerTexts()).toEqual(["closed", "<b>really</b>"]);
    expect(await page.inputValue("textarea[name=content]")).toContain("## Sundays");
    expect(await status()).toBe(404);

    await page.selectOption("select[name=status]", "Published");
    await Promise.all([page.waitForURL(/done=saved|edit\/\d+$/), page.click("form.edit-text button.primary")]);
    await expect.poll(() => page.locator("[role=status].done").innerText()).toContain("The text is saved.");
    expect((await guest.page.goto(read))?.status()).toBe(200);
    expect(await guest.page.locator(".prose h2").innerText()).toBe("Sundays");
    await guest.page.goto(`${base}/pages/blog/list`);
    expect(await guest.page.locator(".entry h2").first().innerText()).toBe(title);

    await page.goto(read);
    await page.fill("#comments textarea", "Good to know.");
    await Promise.all([page.waitForURL(/done=commented/), page.click("#comments form:last-of-type button")]);
    expect(await page.locator(".said").innerText()).toBe("Good to know.");

    await page.goto(edit);
    await Promise.all([page.waitForEvent("load"), page.click("form button.danger")]);
    expect(await status()).toBe(404);
    await Promise.all([page.waitForEvent("load"), page.click(".notice button")]);
    expect(await status()).toBe(200);
    expect([...complaints, ...guest.complaints.filter((text) => !text.includes("404"))]).toEqual([]);
    await context.close();
    await guest.context.close();
  },
);
