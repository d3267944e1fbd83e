// A bot of another builder: its file is looked into, what is not understood is chosen, and a draft is made of it.
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, signIn } from "./browser";
import { base } from "./here";

const FILE = join(import.meta.dirname, "../fixtures/imports/typebot.json");
const CHOICE = 'select[name="choices.contact_code"]';
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)(
  "a file of Typebot is checked, chosen for, refused by its name and made a draft, %s",
  async (name, options) => {
    const { page, context } = await open(browser, options);
    await page.goto(`${base}/admin/bots/new`);
    await signIn(page);
    await page.setInputFiles("input[type=file]", FILE);
    await page.locator(".nb-file button[type=submit]").click();
    await page.locator("#missed").waitFor();
    expect(await page.locator("main").innerText()).toContain("Typebot 6, recognised by its contents");
    expect(await page.locator(".steps [aria-current=step]").innerText()).toContain("Check");
    expect(await page.locator("#missed").innerText()).toContain("JavaScript is not run.");

    // A name that is taken is refused; what was chosen stays.
    await page.selectOption(CHOICE, "handoff");
    await page.fill("#new-bot input[name=name]", "Service Desk");
    await page.press("#new-bot input[name=name]", "Enter");
    await page.locator("#new-bot input[name=name][aria-invalid=true]").waitFor();
    expect(await page.inputValue(CHOICE)).toBe("handoff");

    await page.fill("#new-bot input[name=name]", `Imported ${name}`);
    await page.press("#new-bot input[name=name]", "Enter");
    await page.waitForURL(/\/admin\/bots\/\d+(\?|$|#)/);
    expect(await page.locator(".done").innerText()).toContain("Bot created.");
    const id = /bots\/(\d+)/.exec(page.url())![1]!;
    const answer = await context.request.get(`${base}/api/v1/bots/${id}/flow`);
    const { nodes } = (await answer.json()) as { nodes: Record<string, { type: string }> };
    expect(nodes.contact_code?.type).toBe("handoff");
    expect(nodes.contact_payment_input?.type).toBe("message");
    await context.close();
  },
);
