// Code lists: an entry is changed, a list goes out as a file and comes back, and a text that a bot says is kept.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, nameOfAttempt } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test.each([
  ["with JavaScript at 1440", "late", { viewport: { width: 1440, height: 900 } }],
  ["without JavaScript at 390", "far", { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }],
] as const)(
  "a list is edited, exported and imported, and a snippet in use is kept, %s",
  async (_name, reason, options) => {
    const code = nameOfAttempt(reason);
    const { page, context, complaints } = await open(browser, options);
    const list = `${base}/admin/reference/lost-reasons`;
    const sheet = page.locator("dialog[open], .sheet").last();
    const send = async (text: string) => {
      await sheet.locator("button[type=submit]").click();
      await expect.poll(() => page.locator("[role=status].done").innerText()).toContain(text);
    };
    await enter(page, `${base}/admin/reference`);
    await page.locator("#main").getByRole("link", { name: "Lost reasons" }).click();
    await page.waitForURL(list);

    // An entry is added, changed and turned off.
    await page.goto(`${list}?do=new`);
    await sheet.locator("[name=code]").fill(code);
    await sheet.locator("[name='labels.en']").fill("Answer too late");
    await send("Entry added.");
    await page.locator(".rf-code a", { hasText: code }).click();
    await sheet.locator("[name='labels.hi']").fill("जवाब में देरी");
    await sheet.locator("[name=active][type=checkbox]").uncheck();
    await send("Entry saved.");
    const row = page.locator(".rf-row", { hasText: code });
    expect(await row.innerText()).toContain("जवाब में देरी");
    expect(await row.innerText()).toContain("Inactive");

    // Out as a file, and back with a change.
    const file = await (await context.request.get(`${base}/api/v1/reference/lost-reasons/file`)).text();
    expect(file).toContain(`${code},Answer too late`);
    await page.goto(`${list}?do=import`);
    const upload = async (text: string, button: string) => {
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.locator(".csv-do button", { hasText: button }).click();
    };
    await upload(file, "Check the file");
    await expect.poll(() => page.locator(".notice.good").innerText()).toContain("0 changes");
    await upload(file.replace("Answer too late", "Too late"), "Import");
    await expect.poll(() => page.locator(".notice.good").innerText()).toContain("Imported: 1 change");
    await page.goto(list);
    expect(await row.innerText()).toContain("Too late");

    // A text that a bot says cannot be deleted.
    const key = `greeting_${code}`;
    await page.goto(`${base}/admin/reference/snippets?do=new`);
    await sheet.locator("[name=key]").fill(key);
    await sheet.locator("[name='texts.en']").fill("We are open today.");
    await send("Snippet added.");
    const bots = (await (await context.request.get(`${base}/api/v1/bots`)).json()) as { items: { id: string }[] };
    const address = `${base}/api/v1/bots/${bots.items[0]!.id}/flow`;
    const answer = await context.request.get(address);
    const document = (await answer.json()) as { start: string; nodes: Record<string, object> };
    const node = { type: "message", text: { en: `{{snippet.${key}}}` }, next: document.start };
    const csrf = await page.locator("input[name=csrf]").first().getAttribute("value");
    const put = await context.request.put(address, {
      data: { ...document, nodes: { ...document.nodes, [`said_${code}`]: node } },
      headers: { "If-Match": answer.headers().etag!, "X-CSRF-Token": csrf!, Origin: base },
    });
    expect([put.status(), put.ok() ? "" : await put.text()]).toEqual([200, ""]);
    await page.goto(`${base}/admin/reference/snippets?q=${key}`);
    await page.locator(".rf-snippet-head code").click();
    await sheet.getByRole("link", { name: "Delete…" }).click();
    await sheet.locator("button[type=submit]").click();
    await expect.poll(() => sheet.innerText()).toContain("This snippet is used by");
    expect(complaints.filter((complaint) => !complaint.includes("409"))).toEqual([]);
    await context.close();
  },
);
