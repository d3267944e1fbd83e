// Styles: what other pages bring along never changes the page one is on.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { address, anonymous, signedIn } from "./addresses";
import { launch, open, settled, signIn, type Watched } from "./browser";
import { base } from "./here";

/** Each look at anything changes what they show: a line more in the log, the time when one was last seen. */
const CHANGING = ["/admin/audit", "/apps/user/list", "/apps/user/view/:id"];
/** What these show is of the document they came with: the token of its form, the id of its request. */
const OF_DOCUMENTS = ["knowledge-base-feedback", "not-authorized"];
const outside = anonymous.filter(({ name }) => !OF_DOCUMENTS.includes(name));
const framed = signedIn.filter(({ path, layout }) => layout === "frame" && !CHANGING.includes(path));
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** What the page is and where everything on it is: the text of one line for each element. */
const boxes = (page: Page) =>
  page.evaluate(() => [
    document.title,
    ...[...document.querySelectorAll("#root :not(link)")]
      .filter((element) => !element.closest(".bar, .toasts, .done, .told, .progress, [role=status], .spin, .bytes"))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const box = [x, y, width, height].map(Math.round).join(" ");
        return `${element.tagName}.${element.getAttribute("class") ?? ""} ${box}`;
      }),
  ]);

/** The first difference between two pages, in words. */
async function difference(alone: Page, after: Page): Promise<string> {
  const [expected, actual] = await Promise.all([boxes(alone), boxes(after)]);
  const at = expected.findIndex((line, index) => line !== actual[index]);
  if (at < 0 && expected.length === actual.length) return "";
  return `${expected.length}/${actual.length} ${at} ${expected[at]} -> ${actual[at]}`;
}

/** To another page as a link in the document goes there. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: history.length }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.waitForFunction(() => !document.querySelector(".bar > .progress"));
  await settled(page);
}

describe.each([
  ["of who is signed in", framed, "/pages", 15],
  ["of who is not", outside, "/pages/faq", 3],
] as const)("pages %s", (_whose, pages, first, sheets) => {
  let after: Watched;
  let alone: Page;
  const paths = new Map<string, string>();

  // All pages are met in one document, so that it has what each of them brings along.
  beforeAll(async () => {
    const reader = await open(browser);
    await reader.page.goto(`${base}/pages/login-v1`);
    await signIn(reader.page);
    for (const page of pages) paths.set(page.name, await address(page, reader));
    after = pages === framed ? reader : await open(browser);
    alone = await after.context.newPage();
    for (const page of [after.page, alone]) {
      await page.goto(base + first);
      await settled(page);
      // Away from the menu, which opens under the pointer.
      await page.mouse.move(1400, 880);
    }
    await after.page.evaluate(() => (document.body.dataset["document"] = "first"));
    for (const path of paths.values()) await go(after.page, path);
    expect(await after.page.locator("head link[rel=stylesheet]").count()).toBeGreaterThan(sheets);
  }, 180_000);
  afterAll(() => after.context.close());

  test.each(pages.map(({ name }) => name))("%s is the same after all others as it is alone", async (name) => {
    const path = paths.get(name)!;
    await Promise.all([go(after.page, path), alone.goto(base + path).then(() => settled(alone))]);
    await expect.poll(() => difference(alone, after.page)).toBe("");
    // In another document what came before is gone: that would prove nothing.
    expect(await after.page.evaluate(() => document.body.dataset["document"])).toBe("first");
  });
});

test("to point at an entry of the menu leaves the page as it is", async () => {
  const { page } = await open(browser);
  await page.goto(`${base}/pages/login-v1?next=/reports/dashboard`);
  await signIn(page);
  await settled(page);
  const before = await page
    .locator("#main *")
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  for (const link of await page.locator(".rail-item").all()) {
    await link.hover();
    await settled(page);
  }
  expect(await page.locator("head link[rel=stylesheet]").count()).toBeGreaterThan(5);
  expect(
    await page.locator("#main *").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect()))),
  ).toEqual(before);
});
