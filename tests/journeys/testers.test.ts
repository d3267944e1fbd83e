// A link for testers: created, opened by a stranger, commented, read beside the turn, revoked. And A beside B.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, launch, open, awaitHydration } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const flow = (hello: string, option: string) => ({
  format: "parley-flow/1",
  languages: ["en"],
  start: "hello",
  nodes: {
    hello: { type: "message", text: { en: hello }, next: "pick" },
    pick: {
      type: "choice",
      text: { en: "What is it about?" },
      options: [
        { id: "service", label: { en: "Service" }, next: "bye" },
        { id: "other", label: { en: option }, next: "bye" },
      ],
    },
    bye: { type: "end", text: { en: `${hello} and goodbye` } },
  },
});

let count = 0;
/** A new bot with a published version and a working copy that says it otherwise. */
async function bot(page: Page): Promise<string> {
  await enter(page, `${base}/admin/bots`);
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  count += 1;
  const headers = { "X-CSRF-Token": csrf, Origin: base };
  const api = `${base}/api/v1/bots`;
  const created = await page.request.post(api, {
    data: { name: `Tested ${process.pid}-${count}`, group: "service", flow: flow("Hello", "Warranty") },
    headers,
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  const published = await page.request.post(`${api}/${id}/publish`, { data: { note: "First" }, headers });
  expect(published.status(), await published.text()).toBe(201);
  const changed = await page.request.put(`${api}/${id}/flow`, {
    data: flow("Good day", "Insurance"),
    headers: { ...headers, "If-Match": "*" },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  return id;
}

for (const javaScriptEnabled of [true, false])
  test(`a stranger comments by a link until it is revoked${javaScriptEnabled ? "" : ", without script"}`, async () => {
    const admin = await open(browser);
    const id = await bot(admin.page);
    await admin.page.goto(`${base}/admin/bots/${id}/testers?channel=whatsapp`);
    await awaitHydration(admin.page);
    await admin.page.fill("#new input[name=name]", "Dealers");
    await admin.page.click("#new button[type=submit]");
    const address = (await admin.page.locator("pre code").first().textContent()) ?? "";
    expect(address).toMatch(/\/test\/\d+\.[0-9a-f]{32}$/);

    const stranger = await open(browser, { javaScriptEnabled });
    await stranger.page.goto(base + new URL(address).pathname);
    await stranger.page.fill("input[name=name]", "Ravi");
    await stranger.page.click(".tt-begin button[type=submit]");
    await stranger.page.locator(".sb-phone").waitFor();
    if (javaScriptEnabled) await awaitHydration(stranger.page);
    expect(await stranger.page.locator(".sb-debug").count()).toBe(0);
    await stranger.page.click(".sb-option >> nth=1");
    await stranger.page.locator(".sb-own").waitFor();
    expect(await stranger.page.locator(".sb-own").textContent()).toContain("Insurance");
    await stranger.page.locator(".tt-wrong").last().click();
    await stranger.page.fill("textarea[name=text]", "It says goodbye too early");
    await stranger.page.fill("input[name=author]", "Ravi");
    await stranger.page.click("#comment form button[type=submit]");
    await expect.poll(() => stranger.page.locator(".tt-comments").textContent()).toContain("It says goodbye too early");

    // The people of the bot find it beside its turn, and tick it.
    await admin.page.goto(`${base}/admin/bots/${id}/testers`);
    await admin.page.click(".tt-list a");
    await admin.page.locator(".sb-comment").waitFor();
    const turn = admin.page.locator("#t1");
    expect(await turn.locator(".sb-comment").textContent()).toContain("It says goodbye too early");
    expect(await admin.page.locator(".sb-line").count()).toBe(0);
    await turn.locator(".sb-comment button[type=submit]").click();
    await expect.poll(() => turn.locator(".sb-comment.done").count()).toBe(1);

    // Revoked, it says so.
    await admin.page.goto(`${base}/admin/bots/${id}/testers`);
    await awaitHydration(admin.page);
    await admin.page.getByRole("button", { name: "Revoke" }).first().click();
    await admin.page.locator("dialog[open] button[type=submit]").click();
    await admin.page.getByText("Revoked", { exact: true }).first().waitFor();
    const over = await stranger.page.reload();
    expect(over?.status()).toBe(410);
    expect(await stranger.page.locator("main").textContent()).toContain("This link was revoked");
    await Promise.all([admin.context.close(), stranger.context.close()]);
  });

for (const javaScriptEnabled of [true, false])
  test(`two versions answer the same input side by side${javaScriptEnabled ? "" : ", without script"}`, async () => {
    const { page, context } = await open(browser);
    const id = await bot(page);
    await page.goto(`${base}/sandbox?bot=${id}`);
    await page.selectOption("select[name=bot]", id);
    await page.click(".sb-setup button[type=submit]");
    await page.locator(".sb-phone").waitFor();
    const state = await context.storageState();
    const reader = await open(browser, { javaScriptEnabled, storageState: state });
    await reader.page.goto(`${page.url().split("#")[0]!}&with=1`);
    if (javaScriptEnabled) await awaitHydration(reader.page);
    const phones = reader.page.locator(".sb-phone");
    await expect.poll(() => phones.count()).toBe(2);
    expect(await phones.nth(0).textContent()).toContain("Good day");
    expect(await phones.nth(1).textContent()).toContain("Hello");
    const opening = reader.page.locator("#d0");
    expect(await opening.locator("del").allTextContents()).toEqual(["Good day"]);
    expect(await opening.locator("ins").allTextContents()).toEqual(["Hello"]);
    expect(await opening.textContent()).toMatch(/A Insurance.*B Warranty/);
    // What only the other version offers is named where it is missing.
    await phones.nth(0).locator(".sb-option").nth(1).click();
    await expect.poll(() => reader.page.locator("#d1").count()).toBe(1);
    await expect.poll(() => phones.nth(1).locator(".sb-own").count()).toBe(1);
    await phones.nth(0).locator("input[name=text]").fill("hello again");
    await phones.nth(0).locator("input[name=text]").press("Enter");
    await expect.poll(() => reader.page.locator("#d2 .sb-diff").count()).toBe(1);
    expect(await reader.page.locator("#d2").textContent()).toContain("Hello");
    await Promise.all([context.close(), reader.context.close()]);
  });
