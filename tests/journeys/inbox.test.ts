// A visitor asks for a person; someone takes over on a phone, answers and closes; and the same by plain forms.
import type { Browser } from "playwright-core";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration } from "./browser";
import { base } from "./here";

interface Event {
  type: string;
  speaker: string;
  text: string;
  state?: string;
  name?: string;
}
interface Visitor {
  say: (text: string) => Promise<void>;
  events: () => Promise<Event[]>;
}

const FLOW = {
  format: "parley-flow/1",
  languages: ["en"],
  start: "menu",
  intents: { person: { goto: "person", phrases: { en: ["talk to a person"] } } },
  fallback: { times: 2, text: { en: "Sorry?" }, then: "person" },
  nodes: {
    menu: {
      type: "choice",
      text: { en: "How can I help?" },
      options: [{ id: "person", label: { en: "A person" }, next: "person" }],
    },
    person: { type: "handoff", queue: "service", text: { en: "One moment." }, next: "menu", closed: "bye" },
    bye: { type: "end", text: { en: "Thank you." } },
  },
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

let browser: Browser;
let token: string;

/** A call of our own API or of the channel, from a page of our own origin. */
async function call<T>(path: string, body?: unknown, bearer?: string): Promise<T> {
  const headers: Record<string, string> = { "Content-Type": "application/json", Origin: base };
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  const init: RequestInit = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${base}${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

beforeAll(async () => {
  browser = await launch();
  const credentials = { email: "admin@demo.com", password: "admin" };
  const { accessToken } = await call<{ accessToken: string }>("/jwt/login", credentials);
  const bot = { name: `Inbox journey ${Date.now()}`, group: "service", language: "en", flow: FLOW };
  const { id } = await call<{ id: string }>("/api/v1/bots", bot, accessToken);
  await call(`/api/v1/bots/${id}/publish`, { note: "First" }, accessToken);
  const web = { name: "Website", kind: "web" };
  ({ token } = await call<{ token: string }>(`/api/v1/bots/${id}/tokens`, web, accessToken));
});
afterAll(() => browser.close());

/** Someone on a page of ours who has asked for a person. */
async function asking(name: string): Promise<Visitor> {
  const opening = { token, lang: "en", page_url: `${base}/somewhere`, user: { attrs: { name } } };
  const { session_id, secret } = await call<{ session_id: string; secret: string }>("/w/1/sessions", opening);
  const at = `/w/1/sessions/${session_id}`;
  const say = async (text: string) => {
    await call(`${at}/messages`, { client_msg_id: randomUUID(), type: "text", text }, secret);
  };
  await say("talk to a person");
  return {
    say,
    events: async () => (await call<{ events: Event[] }>(`${at}/events?after=0`, undefined, secret)).events,
  };
}

test("who waits is taken over on a phone, answered, and closed; both see it at once", async () => {
  const { page, context, complaints } = await open(browser, PHONE);
  await page.addInitScript(() => {
    const tones = Object.assign(globalThis, { tones: 0 });
    const tone = { frequency: {}, connect: () => undefined, start: () => (tones.tones += 1), stop: () => undefined };
    const gain = { gain: {}, connect: () => undefined };
    Object.assign(globalThis, {
      AudioContext: class {
        createGain = () => gain;
        createOscillator = () => ({ ...tone });
      },
    });
  });
  await enter(page, `${base}/inbox`);
  // Who wants to hear it says so; who is away still sees it.
  await page.locator(".ib-title summary").click();
  await page.getByRole("button", { name: "Play a sound" }).click();
  await page.locator(".ib-title summary").click();
  await page.locator(".ib-title button[name=sound][aria-current]").waitFor();
  await page.keyboard.press("Escape");
  await awaitHydration(page);
  const waiting = async () => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
  const before = await waiting();
  // Asked for while the inbox is open: it comes by itself.
  const visitor = await asking("Kavita Bhosale");
  const row = page.locator(".ib-row", { hasText: "Kavita Bhosale" });
  await row.locator(".ib-due", { hasText: "min left" }).waitFor();
  await expect.poll(waiting).toBe(before + 1);
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { tones: number }).tones)).toBe(2);
  expect(await page.locator(".rail-item[href='/inbox'] b").textContent()).toContain(String(before + 1));
  await row.click();
  await page.getByRole("heading", { level: 1, name: "Kavita Bhosale" }).waitFor();
  expect(await page.locator(".tk-side").isVisible()).toBe(false);
  expect(await page.getByRole("textbox", { name: "Reply to" }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.getByRole("button", { name: "Take over" }).click();
  const box = page.getByRole("textbox", { name: "Reply to Kavita Bhosale" });
  await box.waitFor();
  await expect.poll(async () => (await visitor.events()).at(-1)).toMatchObject({ type: "handoff", state: "accepted" });
  await expect.poll(waiting).toBe(before);
  await awaitHydration(page);
  // What the bot said first comes before the visitor's word, and a note is for colleagues alone.
  expect(await page.locator(".tk-thread ol .bu").first().textContent()).toContain("How can I help?");
  await page.locator(".ib-foot .segments a", { hasText: "Note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Offer Saturday");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.locator(".ib-note", { hasText: "Offer Saturday" }).waitFor();
  expect(JSON.stringify(await visitor.events())).not.toContain("Offer Saturday");
  await awaitHydration(page);

  // What is typed outlives a line that is cut, and a reload.
  await box.fill("Hello Kavita, what can I do?");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".tk-write .field-error").waitFor();
  await context.setOffline(false);
  await page.reload();
  await awaitHydration(page);
  await expect.poll(() => box.inputValue()).toBe("Hello Kavita, what can I do?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => box.inputValue()).toBe("");
  await page.locator(".bu.agent", { hasText: "what can I do?" }).waitFor();
  expect((await visitor.events()).at(-1)).toMatchObject({ speaker: "agent", text: "Hello Kavita, what can I do?" });
  // A ready text with the visitor's name comes by one key, to be changed before it goes.
  await box.press("/");
  await page.getByRole("menuitem", { name: "greeting" }).press("Enter");
  await expect.poll(() => box.inputValue()).toBe("Hello Kavita, thank you for writing to us.");
  await box.press("End");
  await box.pressSequentially(" Tell me more.");
  await box.press("Enter");
  await page.locator(".bu.agent", { hasText: "Tell me more." }).waitFor();
  await visitor.say("Is Saturday free?");
  await page.locator(".bu.user", { hasText: "Is Saturday free?" }).waitFor();

  // Closing asks; the safe choice has the focus.
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect
    .poll(() => dialog.getByRole("button", { name: "Keep open" }).evaluate((b) => b.matches(":focus")))
    .toBe(true);
  await dialog.locator("footer").getByRole("button", { name: "Close" }).click();
  await page.waitForURL(/\/inbox(\?|$)/);
  const states = (await visitor.events()).filter(({ type }) => type === "handoff").map(({ state }) => state);
  expect(states).toEqual(["requested", "accepted", "closed"]);
  await visitor.say("5");
  expect((await visitor.events()).at(-1)).toMatchObject({ type: "end" });
  await page.goto(`${base}/inbox?state=closed`);
  await page.locator(".ib-row", { hasText: "Kavita Bhosale" }).waitFor();
  expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|Failed to load/.test(text))).toEqual([]);
  await context.close();
});

test("without a script the same is done by forms, and the bot takes it back", async () => {
  const visitor = await asking("Meera Nair");
  const { page, context } = await open(browser, { ...PHONE, javaScriptEnabled: false });
  await enter(page, `${base}/inbox`);
  await page.locator(".ib-row", { hasText: "Meera Nair" }).click();
  await page.getByRole("button", { name: "Take over" }).click();
  const box = page.getByRole("textbox", { name: "Reply to Meera Nair" });
  // A ready text is asked for by address, and can be changed.
  await page.getByRole("combobox", { name: "Snippets" }).selectOption("opening_hours");
  await page.getByRole("button", { name: "Insert" }).click();
  expect(await box.inputValue()).toContain("We are open");
  await box.fill("One moment, I look it up.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".bu.agent", { hasText: "I look it up" }).waitFor();
  await box.fill("   ");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".tk-write .field-error").waitFor();
  await page.getByRole("button", { name: "Return to bot" }).click();
  await page.waitForURL(/\/inbox(\?|$)/);
  const events = await visitor.events();
  expect(events.filter(({ type }) => type === "handoff").map(({ state }) => state)).toEqual([
    "requested",
    "accepted",
    "returned",
  ]);
  expect(events.at(-1)).toMatchObject({ speaker: "bot", text: "How can I help?" });

  // A second one that another tab has closed meanwhile: the page says so.
  await asking("Imran Sheikh");
  await page.goto(`${base}/inbox`);
  await page.locator(".ib-row", { hasText: "Imran Sheikh" }).click();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole("button", { name: "Take over" }).click();
  await second.getByRole("textbox", { name: "Reply to" }).waitFor();
  await page.getByRole("button", { name: "Take over" }).click();
  await page.getByText("Nothing was changed.").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.locator("dialog footer").getByRole("button", { name: "Close" }).click();
  await page.waitForURL(/\/inbox(\?|$)/);
  await context.close();
});
