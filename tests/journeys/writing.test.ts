// What the site's editors write: an article from its draft to its readers and back, the order of the FAQ, and what is
// not saved; with and without JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const ways = [
  ["without JavaScript", false],
  ["with JavaScript", true],
] as const;

/** Press what sends a form, and wait for the document that answers it. */
const send = (page: Page, button: string) => Promise.all([page.waitForEvent("load"), page.click(button)]);

test.each(ways)(
  "an article is written, previewed, published, found, translated, deleted and restored, %s",
  async (name, javaScriptEnabled) => {
    const { page, context, complaints } = await open(browser, { javaScriptEnabled });
    const guest = await open(browser, { javaScriptEnabled });
    // Asked past the browser's own cache, which keeps a public page for a minute.
    const bodyOf = async (path: string) => (await guest.context.request.get(base + path)).text();
    await enter(page, `${base}/pages/knowledge-base`);
    if (javaScriptEnabled) await page.waitForFunction(() => document.readyState === "complete");
    await Promise.all([page.waitForURL(/\/pages\/edit\/knowledge-base$/), page.click(".hero-text a.button")]);
    if (javaScriptEnabled) await awaitHydration(page);
    await page.click("a[href='#new-title']");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("question");

    const word = `Zebra${javaScriptEnabled ? "one" : "two"}`;
    await page.fill("#new-title", `Where is the ${word}?`);
    await page.selectOption("#new select", "data");
    await Promise.all([page.waitForURL(/\/knowledge-base\/\d+$/), page.click("#new button")]);
    const edit = page.url();
    const read = `/pages/knowledge-base/data/where-is-the-${word.toLowerCase()}`;
    expect(await bodyOf("/sitemap.xml")).not.toContain(read);

    await page.fill("textarea[name=content]", "## Here\n\n- **behind** the <b>fence</b>");
    await send(page, "button[formaction]");
    expect(await page.locator("#preview .prose li").allInnerTexts()).toEqual(["behind the <b>fence</b>"]);
    await page.selectOption("select[name=status]", "Published");
    await send(page, "form.edit-text button.primary");
    await expect.poll(() => page.locator("[role=status].done").innerText()).toContain("The text is saved.");
    expect(await bodyOf("/sitemap.xml")).toContain(`${read}<`);

    await guest.page.goto(`${base}/pages/knowledge-base?q=${word}`);
    await guest.page.click(".asked a");
    await guest.page.waitForURL(base + read);
    await expect.poll(() => guest.page.locator(".prose h2").allInnerTexts()).toEqual(["Here"]);
    expect(await guest.page.locator("main a[href*='/pages/edit']").count()).toBe(0);

    await page.goto(`${edit}?text=hi`);
    await page.fill("input[name=question]", "ज़ेबरा कहाँ है?");
    await page.fill("textarea[name=content]", "बाड़ के पीछे।");
    await send(page, "form.edit-text button.primary");
    expect(await bodyOf(`${read}?hl=hi`)).toContain("बाड़ के पीछे");
    expect(await bodyOf(read)).toContain("fence");

    await page.goto(edit);
    await send(page, "form button.danger");
    expect((await guest.context.request.get(base + read)).status()).toBe(404);
    await send(page, ".notice button");
    expect((await guest.context.request.get(base + read)).status()).toBe(200);
    expect([...complaints, ...guest.complaints]).toEqual([]);
    await context.close();
    await guest.context.close();
  },
);

test.each(ways)("questions of the FAQ change places, %s", async (_name, javaScriptEnabled) => {
  const { page, context, complaints } = await open(browser, { javaScriptEnabled });
  await enter(page, `${base}/pages/edit/faq`);
  if (javaScriptEnabled) await awaitHydration(page);
  const names = () => page.locator(".posts .sortable").first().locator("a").allInnerTexts();
  const [first, two, ...rest] = await names();
  const up = page.locator(".posts .sortable").first().locator("li").nth(1).locator("button[aria-label*=up]");
  await Promise.all([
    javaScriptEnabled ? page.waitForResponse(/\/api\/v1\/faq\/order/) : page.waitForEvent("load"),
    up.click(),
  ]);
  await expect.poll(names).toEqual([two, first, ...rest]);
  await page.reload();
  expect(await names()).toEqual([two, first, ...rest]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each(["/pages/edit/faq", "/pages/edit/knowledge-base", "/pages/blog/edit"])(
  "what is typed at %s and not saved is asked about",
  async (list) => {
    const { page, context, complaints } = await open(browser);
    await enter(page, `${base}${list}`);
    await awaitHydration(page);
    await page.locator(".posts :is(.written-row, tbody) a").first().click();
    await page.waitForURL(/\/\d+$/);
    const edit = page.url();
    const field = page.locator("form.edit-text textarea").last();
    await field.fill("Something else.");
    await page.click(".page-head .back");
    await page.click("dialog [data-first]");
    expect(page.url()).toBe(edit);
    expect(await field.inputValue()).toBe("Something else.");
    // Deleting would lose it too: the browser asks, and is asked to stay.
    const prompt = page.waitForEvent("dialog");
    await Promise.all([prompt.then((dialog) => dialog.dismiss()), page.click("main form button.danger")]);
    expect((await prompt).type()).toBe("beforeunload");
    expect(await field.inputValue()).toBe("Something else.");
    await page.click(".page-head .back");
    await Promise.all([page.waitForURL(base + list), page.click("dialog .danger")]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
