// The product's own bot on a page of another origin: made from a template, asked for a person, tried on our own page.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open } from "./browser";
import { base } from "./here";
import { picture } from "./pictures";
import { foreignPage, type Channel } from "./webChannel";

const NAME = `Widget journey ${Date.now()}`;
let browser: Browser;
let channel: Channel;
let foreign: { at: string; close: () => Promise<void> };
let call: (method: string, path: string, body?: unknown, revision?: number) => Promise<Record<string, unknown>>;

/** Calls of an administrator. */
async function administrator(): Promise<typeof call> {
  const json = { "Content-Type": "application/json" };
  const credentials = JSON.stringify({ email: "admin@demo.com", password: "admin" });
  const signedIn = await fetch(`${base}/jwt/login`, { method: "POST", headers: json, body: credentials });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  return async (method, path, body, revision) => {
    const match = revision === undefined ? {} : { "If-Match": `"${revision}"` };
    const headers = { ...json, ...match, Authorization: `Bearer ${accessToken}` };
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const answer = await fetch(`${base}/api/v1${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
}

const FLOW = {
  format: "parley-flow/1",
  languages: ["en", "hi"],
  start: "menu",
  variables: { day: { type: "date" } },
  intents: {
    person: { goto: "person", phrases: { en: ["talk to a person"], hi: ["किसी व्यक्ति से बात करें"] } },
  },
  fallback: { times: 2, text: { en: "Sorry?", hi: "माफ़ कीजिए?" }, then: "person" },
  nodes: {
    menu: {
      type: "choice",
      text: { en: "How can I help?", hi: "मैं कैसे मदद करूँ?" },
      options: [
        { id: "service", label: { en: "Service", hi: "सर्विस" }, next: "day" },
        { id: "person", label: { en: "A person", hi: "कोई व्यक्ति" }, next: "person" },
      ],
    },
    day: {
      type: "input",
      kind: "date",
      text: { en: "Which day?", hi: "किस दिन?" },
      save: "day",
      next: "booked",
    },
    booked: { type: "goal", name: "booked", text: { en: "Booked.", hi: "बुक हो गया।" }, next: "rate" },
    rate: { type: "rate", scale: 5, text: { en: "How was it?", hi: "कैसा रहा?" }, save: "stars", next: "bye" },
    person: {
      type: "handoff",
      queue: "service",
      text: { en: "One moment.", hi: "एक मिनट।" },
      next: "menu",
      closed: "bye",
    },
    bye: { type: "end", text: { en: "Thank you.", hi: "धन्यवाद।" } },
  },
};

beforeAll(async () => {
  browser = await launch();
  call = await administrator();
  const bot = await call("POST", "/bots", { name: NAME, group: "service", language: "en", flow: FLOW });
  await call("POST", `/bots/${String(bot.id)}/publish`, { note: "First" });
  // The page's policy names the server, and the token the page: one of them has to be known first.
  const page = { base, token: "" };
  foreign = await foreignPage(page);
  const answer = await call("POST", `/bots/${String(bot.id)}/tokens`, {
    name: "Website",
    kind: "web",
    origins: [foreign.at],
  });
  page.token = String(answer.token);
  channel = page;
});
afterAll(async () => {
  await browser.close();
  await foreign.close();
});

test("a visitor on a foreign page books in Hindi, and finds it again after a reload", async () => {
  const { page, context, complaints } = await open(browser);
  await page.goto(`${foreign.at}/?data-lang=hi`);
  await page.click(".launcher");
  await page.locator("button.chip", { hasText: "सर्विस" }).click();
  await page.locator(".days [data-day]").last().click();
  await page.click(".main");
  await page.locator(".bubble", { hasText: "बुक हो गया।" }).waitFor();
  await page.locator(".rate button").nth(4).click();
  await page.locator(".end").waitFor();
  const bubbles = () => page.locator(".panel .bubble:not(:has(i))").allInnerTexts();
  const before = await bubbles();
  expect(before.slice(0, 3)).toEqual(["मैं कैसे मदद करूँ?", "सर्विस", "किस दिन?"]);
  await page.reload();
  await expect.poll(bubbles).toEqual(before);
  // After its end, the next word begins again.
  await page.fill("textarea", "सर्विस");
  await page.press("textarea", "Enter");
  await expect.poll(async () => (await bubbles()).slice(before.length)).toContain("मैं कैसे मदद करूँ?");
  expect(complaints).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test("a person is asked for, answers while the panel is closed, and gives back to the bot", async () => {
  const { page, context, complaints } = await open(browser);
  await page.goto(foreign.at);
  await page.click(".launcher");
  await page.getByRole("button", { name: "Talk to a person" }).click();
  await expect.poll(() => page.innerText("header .who")).toBe("Waiting for a person");
  const { items } = (await call("GET", "/handoffs?state=requested")) as {
    items: { id: string; bot: { name: string } }[];
  };
  const { id } = items.find(({ bot }) => bot.name === NAME)!;
  await call("POST", `/handoffs/${id}/accept`);
  await expect.poll(() => page.innerText("header .who")).toMatch(/ is answering$/);
  await page.press("textarea", "Escape");
  await call("POST", `/handoffs/${id}/messages`, { text: "Saturday 11:00 is yours." });
  await expect.poll(() => page.innerText(".badge")).toBe("1");
  await page.click(".teaser .say");
  await page.fill("textarea", "Thank you");
  await page.press("textarea", "Enter");
  await page.locator(".user[data-sending=sent] .bubble", { hasText: "Thank you" }).waitFor();
  await call("POST", `/handoffs/${id}/return`);
  await expect.poll(() => page.innerText("header .who")).toBe("Bot, answers at once");
  await expect.poll(() => page.locator("button.chip").allInnerTexts()).toEqual(["Service", "A person"]);
  const bubbles = await page.locator(".panel .bubble:not(:has(i))").allInnerTexts();
  expect(bubbles.slice(-3)).toEqual(["Saturday 11:00 is yours.", "Thank you", "How can I help?"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a visitor sends a photo, which is rejected, and reads why in the chat", async () => {
  const { page, context, complaints } = await open(browser);
  await page.goto(foreign.at);
  await page.click(".launcher");
  const attached = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Send a photo or a PDF" }).click();
  await (await attached).setFiles(picture(7101));
  await page.locator(".bubble", { hasText: "Thank you, the file has arrived." }).waitFor();
  const { items } = (await call("GET", "/customer-documents?state=received")) as { items: { id: string }[] };
  const { id, conversation, revision } = (await call("GET", `/customer-documents/${items[0]!.id}`)) as {
    id: string;
    conversation: string | null;
    revision: number;
  };
  expect(conversation).not.toBeNull();
  await call("POST", `/customer-documents/${id}/reject`, { reason: "blurred" }, revision);
  await page.locator(".bubble", { hasText: "it is blurred" }).waitFor();
  // The question that was open still is.
  expect(await page.locator("button.chip").allInnerTexts()).toEqual(["Service", "A person"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a page that is not on the token's list shows no chat", async () => {
  const other = await foreignPage(channel);
  const { page, context } = await open(browser);
  const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/theme"));
  await page.goto(other.at);
  await refused;
  expect(await page.locator("parley-chat").count()).toBe(0);
  await context.close();
  await other.close();
});

test("the bot is tried on a page of our own, with its chat open", async () => {
  const { page, context, complaints } = await open(browser);
  await page.goto(`${base}/try/${channel.token}`);
  await page.getByRole("heading", { level: 1, name: `Try ${NAME}` }).waitFor();
  await page.locator("button.chip", { hasText: "Service" }).click();
  await page.locator(".bubble", { hasText: "Which day?" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("the page to try a bot on says without JavaScript what it is, and is not there for another token", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await page.goto(`${base}/try/${channel.token}`);
  expect(await page.innerText("main")).toContain("The chat needs JavaScript.");
  const missing = await page.goto(`${base}/try/pk_none`);
  expect(missing!.status()).toBe(404);
  await context.close();
});
