// Styles: what other pages bring along never changes the page one is on. Every page is asked which sheets apply to it;
// some, and at length all, are compared with themselves in a document of their own.
import { ENDURE, numberOf } from "../endurance";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { address, anonymous, signedIn, table } from "./addresses";
import { launch, open, settled, enter, type Watched } from "./browser";
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

/** Those compared element by element: every tenth, by its name alone, so that it stays so when others are added. */
const isCompared = (name: string) => ENDURE || numberOf(name, 10) === 0;

/** The page sheets that apply, by file name: those linked later, and the first page's, which is in the document. */
const applied = (page: Page, first: string) =>
  page.evaluate(
    ([own, ...shared]) => {
      const linked = [...document.querySelectorAll<HTMLLinkElement>("head link[rel=stylesheet]")]
        .filter(({ media }) => media !== "not all")
        .map(({ href }) => href.split("/").pop()!);
      const inline = document.querySelector<HTMLStyleElement>("head > style")!.media !== "not all";
      return [...(inline ? [own!] : []), ...linked].filter((name) => !shared.some((path) => path!.endsWith(name)));
    },
    [first, table.looks, table.later],
  );

/** What the page is and where everything on it is: the text of one line for each element. */
const boxes = (page: Page) =>
  page.evaluate(() => [
    document.title,
    ...[...document.querySelectorAll("#root :not(link)")]
      .filter(
        (element) => !element.closest(".bar, .toasts, .done, .bookmark-error, .progress, [role=status], .spin, .bytes"),
      )
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
  const strangers: string[] = [];

  // All pages are met in one document, so that it has what each of them brings along.
  beforeAll(async () => {
    const reader = await open(browser);
    await enter(reader.page, `${base}/`);
    for (const page of pages) paths.set(page.name, await address(page, reader, base));
    after = pages === framed ? reader : await open(browser);
    alone = await after.context.newPage();
    for (const page of [after.page, alone]) {
      await page.goto(base + first);
      await settled(page);
      // Away from the menu, which opens under the pointer.
      await page.mouse.move(1400, 880);
    }
    await after.page.evaluate(() => (document.body.dataset["document"] = "first"));
    const own = pages.find(({ path }) => path === first)!.styles[0]!;
    for (const { name, styles } of pages) {
      await go(after.page, paths.get(name)!);
      if ((await applied(after.page, own)).join() !== styles.join()) strangers.push(name);
    }
    expect(await after.page.locator("head link[rel=stylesheet]").count()).toBeGreaterThan(sheets);
  });
  afterAll(() => after.context.close());

  test("each has its own sheet and no other's", () => expect(strangers).toEqual([]));

  test.each(pages.map(({ name }) => name).filter(isCompared))(
    "%s is the same after all others as it is alone",
    async (name) => {
      const path = paths.get(name)!;
      await Promise.all([go(after.page, path), alone.goto(base + path).then(() => settled(alone))]);
      await expect.poll(() => difference(alone, after.page)).toBe("");
      // In another document what came before is gone: that would prove nothing.
      expect(await after.page.evaluate(() => document.body.dataset["document"])).toBe("first");
    },
  );
});

test("to point at an entry of the menu leaves the page as it is", async () => {
  const { page } = await open(browser);
  await enter(page, `${base}/reports/dashboard`);
  await settled(page);
  // What goes on at this moment is asked for again meanwhile, and may have changed.
  const rectangles = () =>
    page
      .locator("#main :not(.now, .now *)")
      .evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())));
  const before = await rectangles();
  for (const link of await page.locator(".rail-item").all()) {
    await link.hover();
    await settled(page);
  }
  expect(await page.locator("head link[rel=stylesheet]").count()).toBeGreaterThan(5);
  expect(await rectangles()).toEqual(before);
});
