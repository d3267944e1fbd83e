// Styles: what other pages bring along never changes the page one is on.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, signIn, taken } from "./browser";
import { base } from "./here";

const table = JSON.parse(readFileSync(join(import.meta.dirname, "../../app/static/build/pages.json"), "utf8")) as {
  pages: { name: string; path: string; access: unknown; layout: string }[];
};
/** Each look at anything adds a line to it. */
const CHANGING = "/admin/audit";
/**
 * Pages with an address of their own that the frame shows: the table's others need an id, and are of the same sheets.
 */
const PATHS = table.pages
  .filter(
    ({ path, access, layout }) => !path.includes(":") && access !== "guest" && layout === "frame" && path !== CHANGING,
  )
  .map(({ path }) => path);
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Where everything of the page lies: the text of one line for each element. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#root :not(link)")]
      .filter((element) => !element.closest(".bar, .toasts, .done, .told, .progress, [role=status], .spin, .bytes"))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const box = [x, y, width, height].map(Math.round).join(" ");
        return `${element.tagName}.${element.getAttribute("class") ?? ""} ${box}`;
      }),
  );

/** To another page as a link in the document goes there. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: history.length }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await settled(page);
}

/** Once nothing on the page moves any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector(".bar > .progress"));
  let before = "";
  let same = 0;
  for (let n = 0; n < 60 && same < 3; n += 1) {
    await page.waitForTimeout(80);
    const now = (await boxes(page)).join();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

test("a page met after all others lies as it does when it is opened alone", { timeout: 400_000 }, async () => {
  const after = await open(browser);
  await after.page.goto(`${base}/pages/login-v1?next=/pages`);
  await signIn(after.page);
  await taken(after.page);
  const alone = await after.context.newPage();
  // Away from the menu, which opens under the pointer.
  await alone.goto(`${base}/pages`);
  for (const page of [after.page, alone]) await page.mouse.move(1400, 880);
  await settled(alone);
  // Where another document was needed, what came before is gone: that would prove nothing.
  await after.page.evaluate(() => (document.body.dataset["one"] = "document"));
  for (const path of PATHS) await go(after.page, path);
  const sheets = await after.page.locator("head link[rel=stylesheet]").count();
  expect(sheets).toBeGreaterThan(15);
  const different: string[] = [];
  for (const path of PATHS) {
    await go(after.page, path);
    await alone.goto(base + path, { waitUntil: "load" });
    await taken(alone);
    await settled(alone);
    const [expected, found] = [await boxes(alone), await boxes(after.page)];
    const at = expected.findIndex((line, index) => line !== found[index]);
    if (at >= 0 || expected.length !== found.length)
      different.push(`${path}: ${expected.length}/${found.length} ${at} ${expected[at]} -> ${found[at]}`);
  }
  expect(await after.page.evaluate(() => document.body.dataset["one"])).toBe("document");
  expect(different, different.join("\n")).toEqual([]);
});

test("to point at an entry of the menu leaves the page as it is", async () => {
  const { page } = await open(browser);
  await page.goto(`${base}/pages/login-v1?next=/reports/dashboard`);
  await signIn(page);
  await taken(page);
  await page.waitForLoadState("networkidle");
  const before = await page
    .locator("#main *")
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  for (const link of await page.locator(".rail-item").all()) {
    await link.hover();
    await page.waitForTimeout(60);
  }
  await page.waitForLoadState("networkidle");
  expect(await page.locator("head link[rel=stylesheet]").count()).toBeGreaterThan(5);
  expect(
    await page.locator("#main *").evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect()))),
  ).toEqual(before);
});
