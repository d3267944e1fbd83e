// The chat as two people use it in two browsers; with a connection that fails, and with plain forms.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration, type Watched } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const CLIENT = ["client@demo.com", "client"] as const;

/** A browser of someone, in the chat. */
async function chatter(
  who: readonly [string?, string?] = [],
  options: Parameters<typeof open>[1] = {},
): Promise<Watched> {
  const watched = await open(browser, options);
  await enter(watched.page, `${base}/apps/chat`, ...who);
  await watched.page.waitForURL(/apps\/chat/);
  if (options.javaScriptEnabled !== false) await awaitHydration(watched.page);
  return watched;
}
const row = (page: Page, name: string) => page.locator(".tk-row", { hasText: name }).first();
const lines = (page: Page) => page.locator(".tk-thread .bu > p:not(.sr)").allInnerTexts();
const last = async (page: Page) => (await lines(page)).at(-1);
const box = (page: Page) => page.locator(".tk-write textarea");
async function talk(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
}

test("what one writes arrives at the other, with counts, writing, reading and status", async () => {
  const asha = await chatter();
  const rohan = await chatter(CLIENT);
  await talk(asha.page, "Rohan Deshpande");

  // Unread while the other looks at the list only.
  await say(asha.page, "Are you there?");
  await expect.poll(() => last(asha.page)).toBe("Are you there?");
  expect(await box(asha.page).inputValue()).toBe("");
  expect(await box(asha.page).evaluate((field) => field === document.activeElement)).toBe(true);
  await row(rohan.page, "Asha Kulkarni").locator(".tk-new").waitFor();
  await expect.poll(() => row(rohan.page, "Asha Kulkarni").locator(".tk-last").innerText()).toBe("Are you there?");
  const tick = asha.page.locator(".tk-thread li").last().locator(".ticks");
  expect(await tick.getAttribute("title")).toBe("sent");

  // Two in one breath come in the order they were said.
  await say(asha.page, "One");
  await say(asha.page, "Two");
  await expect.poll(async () => (await lines(asha.page)).slice(-3)).toEqual(["Are you there?", "One", "Two"]);
  await expect.poll(() => row(rohan.page, "Asha Kulkarni").locator(".tk-new > span").first().innerText()).toBe("3");

  // Read as soon as it is looked at, and the writer sees that.
  await talk(rohan.page, "Asha Kulkarni");
  await row(rohan.page, "Asha Kulkarni").locator(".tk-new").waitFor({ state: "detached" });
  await expect.poll(() => tick.getAttribute("title")).toBe("read");

  // Writing is reported while it lasts, and gone five seconds later.
  await box(rohan.page).pressSequentially("Ye");
  await asha.page.locator(".tk-head", { hasText: "is typing" }).waitFor();
  await asha.page.locator(".tk-head", { hasText: "is typing" }).waitFor({ state: "detached", timeout: 9000 });

  // Shift and Enter break the line; Enter sends, and the other is notified politely.
  await box(rohan.page).fill("Yes.");
  await box(rohan.page).press("Shift+Enter");
  await box(rohan.page).pressSequentially("What is it?");
  await box(rohan.page).press("Enter");
  await expect.poll(() => last(asha.page)).toBe("Yes.\nWhat is it?");
  await asha.page.locator("[role=log]", { hasText: "Rohan Deshpande: Yes." }).waitFor({ state: "attached" });

  // What people say about themselves.
  await rohan.page.getByRole("link", { name: "My status and about" }).click();
  await rohan.page.getByRole("radio", { name: "away" }).check();
  await rohan.page.fill("textarea[name=about]", "Back at four");
  await rohan.page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => asha.page.locator(".tk-head p").innerText()).toContain("away");
  await asha.page.getByRole("link", { name: "Profile of Rohan Deshpande" }).click();
  await asha.page.locator("dialog", { hasText: "Back at four" }).waitFor();

  expect(asha.complaints).toEqual([]);
  expect(rohan.complaints).toEqual([]);
  await asha.context.close();
  await rohan.context.close();
});

test("what could not be sent is kept, tried again and said once; drafts wait for one", async () => {
  const { page, context } = await chatter();
  await talk(page, "Rohan Deshpande");
  await context.setOffline(true);
  await say(page, "Through the tunnel");
  await page.locator(".tk-failed").waitFor();
  // It goes by itself once there is a connection, and the answer is lost on the way back: the server has it, the page
  // does not know.
  const lost = new Promise<void>((done) => {
    void page.route(
      "**/messages",
      async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await route.fetch();
        await route.abort();
        done();
      },
      { times: 1 },
    );
  });
  await context.setOffline(false);
  await lost;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".tk-failed").waitFor({ state: "detached" });
  await expect.poll(async () => (await lines(page)).filter((text) => text === "Through the tunnel").length).toBe(1);

  await box(page).fill("Half a thought");
  await talk(page, "Sunita Patil");
  expect(await box(page).inputValue()).toBe("");
  expect(await row(page, "Rohan Deshpande").locator(".tk-last").innerText()).toContain("Half a thought");
  await talk(page, "Rohan Deshpande");
  await page.reload();
  await awaitHydration(page);
  await expect.poll(() => box(page).inputValue()).toBe("Half a thought");
  expect((await lines(page)).filter((text) => text === "Through the tunnel").length).toBe(1);
  await context.close();
});

test("older messages come in above what is read; words are found and led to", async () => {
  const { page, context, complaints } = await chatter();
  await talk(page, "Rohan Deshpande");
  const scroll = page.locator(".tk-scroll");
  expect(await scroll.evaluate((element) => element.scrollTop)).toBe(0);
  const id = (await page.locator(".tk-thread li").first().getAttribute("id"))!;
  const top = () => page.locator(`#${id} .bu`).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // Older messages come only once it is known where the present ones are.
  const { promise: measured, resolve: measure } = Promise.withResolvers<void>();
  await page.route("**/messages?upto=*", async (route) => {
    await measured;
    await route.continue();
  });
  await scroll.evaluate((element) => (element.scrollTop = 60 - element.scrollHeight + element.clientHeight));
  const before = await top();
  measure();
  await page.locator(".tk-older").waitFor({ state: "detached" });
  expect(await page.locator(".tk-thread li").first().getAttribute("id")).not.toBe(id);
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "Latest messages" }).click();
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(0);

  await page.fill(".tk-side input[name=q]", "scooter");
  await page.press(".tk-side input[name=q]", "Enter");
  await page.locator(".tk-row mark", { hasText: "scooter" }).click();
  await page.locator(".tk-thread li.on", { hasText: "a cow" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("chats are links and sending is a form where no script runs", async () => {
  const { page, context } = await chatter([], { javaScriptEnabled: false });
  await talk(page, "Sunita Patil");
  const unread = row(page, "Sunita Patil").locator(".tk-new");
  if (await unread.count()) {
    await page.getByRole("button", { name: "Mark as read" }).click();
    await expect.poll(() => unread.count()).toBe(0);
  }
  await page.fill(".tk-write textarea", "No bookings\nafter two.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => last(page)).toBe("No bookings\nafter two.");
  await page.fill(".tk-write textarea", "   ");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".tk-write .field-error").waitFor();
  await page.getByRole("link", { name: "My status and about" }).click();
  await page.getByRole("radio", { name: "busy" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".tk-me .presence.busy").waitFor();
  await page.goto(`${base}/apps/chat?q=board`);
  await page.locator(".tk-row mark").first().click();
  await page.locator(".tk-thread li.on").waitFor();
  await context.close();
});
