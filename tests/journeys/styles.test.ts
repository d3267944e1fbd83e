// Styles: what other pages bring along never changes the page one is on.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { address, anonymous, signedIn } from "./addresses";
import { launch, open, signIn, taken, type Watched } from "./browser";
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

/** Which of some pages lie elsewhere when they are met after all the others than when they are opened alone. */
async function moved(after: Watched, paths: readonly string[], ready: (page: Page) => Promise<void>) {
  const alone = await after.context.newPage();
  // Away from the menu, which opens under the pointer.
  await alone.goto(base + paths[0]!);
  for (const page of [after.page, alone]) await page.mouse.move(1400, 880);
  await settled(alone);
  // Where another document was needed, what came before is gone: that would prove nothing.
  await after.page.evaluate(() => (document.body.dataset["one"] = "document"));
  for (const path of paths) await go(after.page, path);
  const sheets = await after.page.locator("head link[rel=stylesheet]").count();
  const different: string[] = [];
  for (const path of paths) {
    await go(after.page, path);
    await alone.goto(base + path, { waitUntil: "load" });
    await ready(alone);
    await settled(alone);
    const [expected, found] = [await boxes(alone), await boxes(after.page)];
    const at = expected.findIndex((line, index) => line !== found[index]);
    if (at >= 0 || expected.length !== found.length)
      different.push(`${path}: ${expected.length}/${found.length} ${at} ${expected[at]} -> ${found[at]}`);
  }
  expect(await after.page.evaluate(() => document.body.dataset["one"])).toBe("document");
  return { sheets, different };
}

test("a page met after all others lies as it does when it is opened alone", { timeout: 500_000 }, async () => {
  const after = await open(browser);
  await after.page.goto(`${base}/pages/login-v1?next=/pages`);
  await signIn(after.page);
  await taken(after.page);
  const paths: string[] = [];
  for (const page of framed) paths.push(await address(page, after));
  await after.page.goto(`${base}/pages`);
  await taken(after.page);
  const { sheets, different } = await moved(after, paths, taken);
  expect(sheets).toBeGreaterThan(15);
  expect(different, different.join("\n")).toEqual([]);
});

test("and so do the pages of those who are not signed in", { timeout: 200_000 }, async () => {
  const reader = await open(browser);
  await reader.page.goto(`${base}/pages/login-v1`);
  await signIn(reader.page);
  const paths: string[] = [];
  for (const page of outside) paths.push(await address(page, reader));
  const after = await open(browser);
  const ready = (page: Page) =>
    page
      .waitForFunction(() =>
        Object.keys(document.querySelector("#root")!).some((key) => key.startsWith("__reactContainer")),
      )
      .then(() => undefined);
  await after.page.goto(`${base}/pages/faq`);
  await ready(after.page);
  const { sheets, different } = await moved(after, paths, ready);
  expect(sheets).toBeGreaterThan(3);
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
