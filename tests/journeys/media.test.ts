// A picture of a bot: added to its library, chosen in a message, published, and shown to a visitor of another page.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, launch, open, settled, type Watched } from "./browser";
import { base } from "./here";
import { picture } from "./pictures";
import { foreignPage } from "./webChannel";

const FLOW = {
  format: "parley-flow/1",
  languages: ["en"],
  start: "hello",
  nodes: {
    hello: { type: "message", text: { en: "This is the new Vela." }, next: "bye" },
    bye: { type: "end", text: { en: "Thank you." } },
  },
};
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Call the API as the person whose browser it is. */
async function call({ page, context }: Watched, path: string, data: unknown): Promise<Record<string, unknown>> {
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  const answer = await context.request.post(`${base}/api/v1${path}`, {
    data,
    headers: { "X-CSRF-Token": csrf, Origin: base },
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Add a picture to a bot's library. */
async function upload(page: Page, seed: number, alt: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({ ...picture(seed), name: "vela.png" });
  await page.getByLabel("Description (English)").fill(alt);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Added to the library.").waitFor();
}

test.each([true, false])("a picture goes from a library to a visitor, with JavaScript: %s", async (isScripted) => {
  const watched = await open(browser, { javaScriptEnabled: isScripted });
  const { page, context } = watched;
  await enter(page, `${base}/admin/bots/new`);
  const name = `Pictures ${isScripted} ${Date.now()}`;
  const bot = String((await call(watched, "/bots", { name, group: "sales", flow: FLOW })).id);
  const library = `${base}/admin/bots/${bot}/media`;
  await page.goto(`${library}?show=add`);
  await page.locator("input[type=file]").setInputFiles({
    name: "page.png",
    mimeType: "image/png",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => page.locator("main").innerText()).toContain("Must be a JPEG, PNG or WebP picture, or a PDF.");
  await upload(page, isScripted ? 8001 : 8002, "A red Vela");

  await page.goto(`${base}/admin/bots/${bot}/flow?node=hello`);
  if (isScripted) await settled(page);
  await page.locator("summary", { hasText: "Picture, video or file" }).click();
  await page.locator("label.bm-choice", { hasText: "vela" }).locator("input").check();
  if (isScripted) {
    await page.locator(".fl-preview img").waitFor();
    expect(await page.locator("[name='media.alt.en.0']").inputValue()).toBe("A red Vela");
    await expect.poll(() => page.locator("main").innerText()).toMatch(/Saved \d/);
  } else await page.getByRole("button", { name: "Save node" }).click();
  await expect
    .poll(async () => (await (await context.request.get(`${base}/api/v1/bots/${bot}/flow`)).json()) as unknown)
    .toMatchObject({ nodes: { hello: { media: { file: expect.stringMatching(/^[0-9a-f]{64}$/) as string } } } });
  await call(watched, `/bots/${bot}/publish`, { note: "With a picture" });

  await page.goto(library);
  await page.getByRole("link", { name: "vela" }).click();
  await expect.poll(() => page.locator("#uses").innerText()).toMatch(/Working copy[\s\S]*Version 1[\s\S]*Live/);
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.locator("body").innerText()).toContain("Take it out of the messages first.");

  const channel = { base, token: "" };
  const foreign = await foreignPage(channel);
  await page.goto(library);
  const token = await call(watched, `/bots/${bot}/tokens`, { name: "Website", kind: "web", origins: [foreign.at] });
  channel.token = String(token.token);
  await context.close();
  await visit(foreign.at);
  await foreign.close();
});

/** See the picture in the widget: at once, after a press where data is saved, as a link where the page forbids it. */
async function visit(at: string): Promise<void> {
  const { page, context, complaints } = await open(browser);
  await page.goto(`${at}/?pictures`);
  await page.click(".launcher");
  const image = page.locator(".panel .picture img");
  await image.waitFor();
  expect(await image.getAttribute("alt")).toBe("A red Vela");
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.currentSrc)).toMatch(/\/320\.avif$/);
  expect(complaints).toEqual([]);
  await context.close();

  const saving = await open(browser);
  await saving.page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: true }) });
  });
  await saving.page.goto(`${at}/?pictures`);
  await saving.page.click(".launcher");
  const button = saving.page.getByRole("button", { name: /^Show picture: A red Vela \([\d.]+ kB\)$/ });
  await button.click();
  await saving.page.locator(".panel .picture img").waitFor();
  await saving.context.close();

  const strict = await open(browser);
  await strict.page.goto(at);
  await strict.page.click(".launcher");
  const link = strict.page.getByRole("link", { name: /^A red Vela/ });
  expect(await link.getAttribute("href")).toMatch(/^http.*\/media\/bots\/.*\/original$/);
  await strict.context.close();
}
