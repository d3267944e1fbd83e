// One's own account and profile, as a person changes and uses them: with and without JavaScript.
import { deflateSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, settled, enter, awaitHydration } from "./browser";
import { base } from "./here";

const ACCOUNT = "/pages/account-settings";
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A picture of 32 by 32 pixels in one shade. */
function png(shade: number): Buffer {
  const crc = (data: Buffer) => {
    let value = 0xffffffff;
    for (const byte of data) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    }
    return (value ^ 0xffffffff) >>> 0;
  };
  const word = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
  const chunk = (kind: string, data: Buffer) =>
    Buffer.concat([word(data.length), Buffer.from(kind), data, word(crc(Buffer.concat([Buffer.from(kind), data])))]);
  const lines = Buffer.concat(Array.from({ length: 32 }, () => Buffer.from([0, ...Array<number>(32).fill(shade)])));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", Buffer.concat([word(32), word(32), Buffer.from([8, 0, 0, 0, 0])])),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The number a text begins with. */
const count = async (page: Page, selector: string) =>
  Number.parseInt(await page.locator(selector).first().innerText(), 10);

describe.each([
  ["without JavaScript", { javaScriptEnabled: false }, 60],
  ["with JavaScript", {}, 200],
] as const)("%s", (_name, options, shade) => {
  test("a picture and a name are changed, refused and seen in the bar", async () => {
    const { page, context, complaints } = await open(browser, options);
    await enter(page, `${base}${ACCOUNT}`, "client@demo.com", "client");
    await page.setInputFiles("#picture input[type=file]", {
      name: "me.png",
      mimeType: "image/png",
      buffer: Buffer.from("<svg/>"),
    });
    await page.click("#picture button");
    await page.waitForSelector("#picture .field-error");
    await page.setInputFiles("#picture input[type=file]", {
      name: "me.png",
      mimeType: "image/png",
      buffer: png(shade),
    });
    await page.click("#picture button");
    await page.waitForSelector(".bar img.avatar");
    const src = await page.getAttribute(".bar img.avatar", "src");
    const got = await context.request.get(base + src!);
    expect([got.status(), got.headers()["content-type"], got.headers()["content-security-policy"]]).toEqual([
      200,
      "image/png",
      "default-src 'none'; sandbox",
    ]);

    const name = `Rohan ${shade}`;
    await page.fill("#who [name=full_name]", name);
    await page.fill("#who [name=email]", "elsewhere@demo.com");
    await page.click("#who button[type=submit]");
    await page.waitForSelector("#who .field-error");
    expect(await page.inputValue("#who [name=full_name]")).toBe(name);
    await page.fill("#who [name=email]", "client@demo.com");
    await page.click("#who button[type=submit]");
    await page.waitForSelector(".done p");
    expect(await page.innerText(".account-name")).toBe(name);

    await page.click("#picture .danger");
    await page.waitForSelector(".bar span.avatar");
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
    await context.close();
  });

  test("a post is liked, commented on, and a vote changed", async () => {
    const { page, context, complaints } = await open(browser, options);
    await enter(page, `${base}/pages/profile`, "client@demo.com", "client");
    const like = "article .pf-acts .pf-like";
    const [likes, pressed] = [await count(page, like), await page.locator(like).first().getAttribute("aria-pressed")];
    await page.locator(like).first().click();
    await page.waitForSelector(`${like}[aria-pressed=${pressed !== "true"}]`);
    expect(await count(page, like)).toBe(likes + (pressed === "true" ? -1 : 1));

    const text = `Good news ${shade}`;
    await page.locator("article textarea").first().fill(text);
    await page.locator("article .pf-say button").first().click();
    const own = `.pf-remarks li:has-text("${text}")`;
    await page.locator(`${own} [aria-label="Edit"]`).click();
    await page.locator(".pf-remarks li textarea").fill(`${text}, mended`);
    await page.locator(".pf-remarks li form .primary").click();
    await page.waitForSelector(`${own}:has-text("mended"):has-text("edited")`);
    await page.locator(`${own} [aria-label="Delete comment"]`).click();
    await page.waitForSelector(own, { state: "detached" });
    await page.locator(`:is(.toast button:has-text("Undo"), .pf-posts > form button)`).click();
    await page.waitForSelector(own);
    await page.locator(`${own} [aria-label="Delete comment"]`).click();
    await page.waitForSelector(own, { state: "detached" });

    for (const answer of [0, 1]) {
      // With script the vote is shown before it is kept.
      const reply = page.waitForResponse((response) => response.request().method() === "POST");
      await page.locator(".pf-answer").nth(answer).click();
      await page.waitForSelector(`.pf-poll li:nth-child(${answer + 1}) .pf-answer[aria-pressed=true]`);
      await reply;
    }
    await page.reload();
    expect(await page.locator(".pf-answer[aria-pressed=true]").count()).toBe(1);
    expect(await page.locator(".pf-answer").nth(1).getAttribute("aria-pressed")).toBe("true");
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("what cannot be saved is taken back and said", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}/pages/profile`, "client@demo.com", "client");
  await settled(page);
  const star = page.locator("#pages .pf-star").first();
  const before = await star.getAttribute("aria-pressed");
  await context.setOffline(true);
  await star.click();
  await page.waitForSelector(".toast.bad");
  expect(await star.getAttribute("aria-pressed")).toBe(before);
  await page.locator("article textarea").first().fill("Kept");
  await page.locator("article .pf-say button").first().click();
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("article textarea")?.value === "Kept");
  await context.setOffline(false);
  await context.close();
});

test("what is typed and not saved is asked for before it is left, and not once it is saved", async () => {
  const { page, context } = await open(browser);
  await enter(page, `${base}${ACCOUNT}/information`, "client@demo.com", "client");
  await awaitHydration(page);
  const tab = page.locator(".tabs a").first();
  await page.fill("[name=designation]", "Guide");
  await tab.click();
  await page.locator("dialog[open] [data-first]").click();
  expect([new URL(page.url()).pathname, await page.inputValue("[name=designation]")]).toEqual([
    `${ACCOUNT}/information`,
    "Guide",
  ]);
  await tab.click();
  await page.locator("dialog[open] .danger").click();
  await page.waitForURL((url) => url.pathname === ACCOUNT);
  await page.goto(`${base}${ACCOUNT}/information`);
  await awaitHydration(page);
  await page.fill("[name=designation]", "Guide");
  await page.click(".stack.account button[type=submit]");
  await page.waitForSelector(".done p");
  await awaitHydration(page);
  await tab.click();
  await page.waitForURL((url) => url.pathname === ACCOUNT);
  await context.close();
});
