// The widget on a page of another origin that allows nothing but the widget's server.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { discard, launch, open, still } from "./browser";
import { calm, foreignPage, stub, THEME, type Stub } from "./webChannel";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const FIRST = "Hello. I can book a service, tell you a price or look up your car. What shall it be?";

let browser: Browser;
let site: Stub;
let foreign: { at: string; close: () => Promise<void> };
let page: Page;
let context: BrowserContext;
let complaints: string[];
let requests: string[];

beforeAll(async () => {
  browser = await launch();
  site = await stub();
  foreign = await foreignPage(site);
});
afterAll(async () => {
  await browser.close();
  await foreign.close();
  await site.close();
});
beforeEach(() => {
  site.faults = calm();
  site.theme = { ...THEME };
  site.forget();
  site.taken.length = 0;
});
// A theme serves a minute from what the browser has kept: not the next visitor, who is another person.
afterEach(() => context && discard(context));

/** Come to the foreign page as a new visitor. */
async function visit(query: Record<string, string> = {}, options: Parameters<typeof open>[1] = {}): Promise<void> {
  ({ page, context, complaints } = await open(browser, options));
  requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${foreign.at}/?${new URLSearchParams(query)}`);
  await page.waitForSelector(".launcher", { state: "attached" });
}

const chip = (text: string) => page.locator("button.chip", { hasText: text });
const bubbles = () => page.locator(".panel .bubble:not(:has(i))").allInnerTexts();
const press = () => page.click(".launcher");
const write = async (text: string) => {
  await page.fill("textarea", text);
  await page.press("textarea", "Enter");
};
const awaitBubble = (text: string) => page.locator(".panel .bubble", { hasText: text }).waitFor();
const call = (source: string) => page.evaluate(source);
const focused = () =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement;
    return inner ? (inner.getAttribute("aria-label") ?? inner.tagName) : (document.activeElement?.tagName ?? "");
  });

describe("a visitor", () => {
  test("causes no call but the theme's before pressing the launcher", async () => {
    await visit();
    await expect.poll(() => page.innerText(".teaser")).toContain("Need a service?");
    expect(requests.filter((url) => !url.startsWith(foreign.at)).sort()).toEqual([
      `${site.base}/w/1/pk_demo.js`,
      `${site.base}/w/1/pk_demo/theme`,
    ]);
    expect(site.visits.size).toBe(0);
  });

  test("whom the page proves is shown an offer, which stays until it is closed", async () => {
    const offer = { code: "c0de", text: "Ten percent off until Friday.", link: null, mark: "1.2.3" };
    const proved = { "data-user-id": "user-42", "data-user-hash": "0e0a" };
    site.offer = offer;
    await visit();
    await expect.poll(() => page.innerText(".teaser")).toContain("Need a service?");
    expect(site.offer).toBe(offer);
    await context.close();
    await visit(proved);
    await expect.poll(() => page.innerText(".teaser")).toContain("Ten percent off");
    await page.reload();
    await expect.poll(() => page.innerText(".teaser")).toContain("Ten percent off");
    await page.click(".teaser .hide");
    await expect.poll(() => site.closed).toEqual(["c0de"]);
    await page.reload();
    await page.waitForSelector(".launcher");
    expect(requests.filter((url) => url.endsWith("/w/1/offers"))).toHaveLength(1);
    expect(await page.locator(".teaser").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("who presses an offer opens a chat that answers it", async () => {
    site.offer = { code: "c0de", text: "Ten percent off until Friday.", link: null, mark: "1.2.3" };
    await visit({ "data-user-id": "user-42", "data-user-hash": "0e0a" });
    await expect.poll(() => page.innerText(".teaser")).toContain("Ten percent off");
    await page.click(".teaser .say");
    await awaitBubble(FIRST);
    expect([...site.visits.values()].at(-1)!.opening.page_url).toContain("parley_offer=1.2.3");
  });

  test("sees another theme without a reload, and keeps what they are writing", async () => {
    await visit();
    await page.clock.install();
    await press();
    await page.fill("textarea", "Half a sente");
    site.theme = { ...THEME, name: "Festival", primary: "#5c3b00", launcher: "car", custom_css: ".panel { gap: 3px }" };
    await page.clock.fastForward(31_000);
    await expect.poll(() => page.innerText(".panel h2")).toBe("Festival");
    expect(await page.inputValue("textarea")).toBe("Half a sente");
    const colour = (of: string) => page.locator(of).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect([await colour(".launcher"), await colour(".panel header")]).toEqual(["rgb(92, 59, 0)", "rgb(92, 59, 0)"]);
    expect(await page.locator(".panel").evaluate((element) => getComputedStyle(element).rowGap)).toBe("3px");
    expect(complaints).toEqual([]);
  });

  test("books a day and a time under a policy that allows no style, and nothing is complained about", async () => {
    await visit();
    await press();
    await chip("Book a service").click();
    await expect.poll(bubbles).toEqual([FIRST, "Book a service", expect.stringContaining("Which day suits you?")]);
    // What was picked is marked and cannot be picked again.
    expect(await page.locator("button.chip").count()).toBe(0);
    expect(await page.innerText(".picked")).toBe("Book a service");
    expect(await page.locator(".days [aria-disabled]").count()).toBeGreaterThan(0);
    await page.locator(".days button:not([aria-disabled])").first().click();
    await page.click(".main");
    await page.locator(".time", { hasText: "11:00" }).click();
    await page.getByRole("button", { name: "4 of 5" }).click();
    await awaitBubble("Thank you. See you soon.");
    expect(site.taken[0]).toBe("Book a service");
    expect(site.taken[1]).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/);
    expect(site.taken.slice(2)).toEqual(["11:00", "4"]);
    // Its end, and a new beginning below it.
    await chip("Start again").click();
    await expect.poll(async () => (await bubbles()).filter((text) => text === FIRST).length).toBe(2);
    expect(site.visits.size).toBe(2);
    expect(complaints).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(requests.every((url) => url.startsWith(foreign.at) || url.startsWith(site.base))).toBe(true);
  });

  test("finds the conversation again after a reload, once and in order", async () => {
    await visit();
    await press();
    await chip("Book a service").click();
    await awaitBubble("Which day suits you?");
    await write("20 July");
    await awaitBubble("Which time suits you?");
    await page.fill("textarea", "not sent y");
    const before = await bubbles();
    await page.reload();
    await expect.poll(bubbles).toEqual(before);
    expect(site.visits.size).toBe(1);
    // What was typed and not sent is there too; nobody's focus was taken.
    expect(await page.inputValue("textarea")).toBe("not sent y");
    expect(await focused()).toBe("BODY");
    await write("11:00");
    await awaitBubble("How was booking with us?");
  });

  test("leaves nothing behind where the theme keeps nothing", async () => {
    site.theme = { ...THEME, persistence: "memory" };
    await visit();
    await press();
    await chip("Prices").click();
    await awaitBubble("Sorry, say that again?");
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    await page.reload();
    await press();
    await expect.poll(bubbles).toEqual([FIRST]);
    expect(site.visits.size).toBe(2);
  });

  test("is served by the keyboard alone", async () => {
    await visit();
    await page.locator(".launcher").focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Write a message");
    await chip("Book a service").focus();
    await page.keyboard.press("Enter");
    await awaitBubble("Which day suits you?");
    await expect.poll(focused).toBe("Write a message");
    await page.locator(".days [tabindex='0']").focus();
    // A week later is as open as the first day; a day later may be a Sunday.
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    expect(await page.locator(".days [aria-pressed=true]").count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Open chat");
    expect(await page.locator(".panel").isVisible()).toBe(false);
  });

  test("has the whole screen on a phone, and the focus stays in it", async () => {
    await visit({}, PHONE);
    await press();
    await chip("Book a service").waitFor();
    await still(page.locator(".panel"));
    expect(await page.locator(".panel").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const places = new Set<string>();
    for (let i = 0; i < 12; i += 1) {
      await page.keyboard.press("Tab");
      places.add(await focused());
    }
    expect([...places]).not.toContain("A");
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Open chat");
  });

  test("reads Hindi, and Arabic from the right; another language can be asked for", async () => {
    await visit({ "data-lang": "hi" }, PHONE);
    await press();
    await chip("सर्विस बुक करें").waitFor();
    expect(await page.getAttribute("textarea", "placeholder")).toBe("संदेश लिखें");
    await page.click(".more");
    await page.locator(".menu button", { hasText: "العربية" }).click();
    await expect.poll(() => page.getAttribute("dialog", "dir")).toBe("rtl");
    await expect.poll(() => site.taken).toEqual(["العربية"]);
    await page.reload();
    await expect.poll(() => page.getAttribute(".launcher", "aria-label")).toBe("فتح المحادثة");
  });

  test.each(["", "1"])("meets no accessibility fault (on a dark page: %j)", async (dark) => {
    await visit(dark ? { dark } : {});
    await press();
    await chip("Book a service").click();
    await page.locator(".days").waitFor();
    await page.evaluate(AXE);
    const problems = await page.evaluate(
      "axe.run('parley-chat', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })" +
        ".then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((n) => n.html).join(' ')))",
    );
    expect(problems).toEqual([]);
  });
});

describe("a person", () => {
  test("is asked for, answers by name, and what they write while the panel is closed is counted", async () => {
    await visit();
    await press();
    await page.getByRole("button", { name: "Talk to a person" }).click();
    await expect.poll(() => page.innerText("header .who")).toBe("Waiting for a person");
    site.tell({ type: "handoff", speaker: "system", state: "accepted", text: "Lakshmi Iyer" });
    await expect.poll(() => page.innerText("header .who")).toBe("Lakshmi Iyer is answering");
    expect(await page.getAttribute("textarea", "placeholder")).toBe("Write to Lakshmi Iyer");
    await page.press("textarea", "Escape");
    const agentSays = (text: string) => ({ type: "message", speaker: "agent", name: "Lakshmi Iyer", text }) as const;
    site.tell(agentSays("Hello Ramesh"), agentSays("Saturday 11:00 is yours."));
    await expect.poll(() => page.innerText(".badge")).toBe("2");
    expect(await page.innerText(".teaser .say")).toContain("Saturday 11:00 is yours.");
    // On the next page of the same site too, without a press.
    await page.reload();
    await expect.poll(() => page.getAttribute(".launcher", "aria-label")).toBe("Open chat, unread messages: 2");
    site.tell(agentSays("Shall we collect the car?"));
    await expect.poll(() => page.innerText(".badge")).toBe("3");
    await page.click(".teaser .say");
    await awaitBubble("Shall we collect the car?");
    expect(await page.locator(".badge").isVisible()).toBe(false);
    site.tell({ type: "handoff", speaker: "system", state: "returned" }, { type: "message", text: "I am back." });
    await expect.poll(() => page.innerText("header .who")).toBe("Bot, answers at once");
  });

  test("cannot be asked for where the theme offers none", async () => {
    site.theme = { ...THEME, handoff: false, phone: null };
    await visit();
    await press();
    await chip("Book a service").waitFor();
    expect(await page.locator(".way").count()).toBe(0);
  });
});

describe("a bad line", () => {
  test("holds back what was written after a failed message, and keeps the order", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    await context.setOffline(true);
    await write("first");
    await page.locator(".retry").waitFor();
    await write("second");
    await write("third");
    expect(await page.innerText(".notice")).toContain("No internet");
    expect(await page.locator(".state", { hasText: "Goes out after" }).count()).toBe(2);
    expect(await page.locator(".way", { hasText: "044 4000 2100" }).isVisible()).toBe(true);
    expect(site.taken).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => site.taken).toEqual(["first", "second", "third"]);
    await expect.poll(() => page.locator(".notice").isVisible()).toBe(false);
    const own = (await bubbles()).filter((text) => ["first", "second", "third"].includes(text));
    expect(own).toEqual(["first", "second", "third"]);
  });

  test("does not lose what was queued when the page is left", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    // The second message tries the first again.
    site.faults.refuse = [{ status: 503 }, { status: 503 }];
    await write("first");
    await page.locator(".retry").waitFor();
    await write("second");
    await page.locator(".state", { hasText: "Goes out after" }).waitFor();
    site.faults.refuse = [];
    await page.reload();
    await expect.poll(() => site.taken).toEqual(["first", "second"]);
    await expect.poll(async () => (await bubbles()).filter((text) => text === "first").length).toBe(1);
  });

  test("loses an answer, and the message is still there once", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    site.faults.hangUp = 1;
    await write("hello there");
    await awaitBubble("Sorry, say that again?");
    await page
      .locator(".retry")
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await expect.poll(() => page.locator(".state.bad").count()).toBe(0);
    expect(site.taken).toEqual(["hello there"]);
    expect((await bubbles()).filter((text) => text === "hello there")).toHaveLength(1);
  });

  test("is tried again by a press", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    site.faults.refuse = [{ status: 500 }];
    await chip("Book a service").click();
    await page.locator(".retry").click();
    await awaitBubble("Which day suits you?");
    expect(site.taken).toEqual(["Book a service"]);
  });
});

describe("a page that exchanges its body", () => {
  const swaps = {
    "as Turbo does": "document.documentElement.replaceChild(document.createElement('body'), document.body)",
    "as a boosted link does": "document.body.replaceChildren(document.createElement('h1'))",
  };
  test.each(Object.entries(swaps))("%s keeps the launcher, what was said, and `Bot`", async (_how, swap) => {
    await visit();
    await press();
    await chip("Book a service").click();
    await awaitBubble("Which day suits you?");
    await page.fill("textarea", "not sent y");
    const before = await bubbles();
    await call(swap);
    await awaitBubble("Which day suits you?");
    expect(await bubbles()).toEqual(before);
    expect(await page.inputValue("textarea")).toBe("not sent y");
    await write("20 July");
    await awaitBubble("Which time suits you?");
    await call("Bot.close()");
    await call(swap);
    await expect.poll(() => page.locator(".launcher").isVisible()).toBe(true);
    await call("Bot.open()");
    await awaitBubble("Which time suits you?");
    expect(site.visits.size).toBe(1);
  });

  test("keeps the whole screen of an open panel on a phone", async () => {
    await visit({}, PHONE);
    await press();
    await chip("Book a service").waitFor();
    await call(swaps["as Turbo does"]);
    await chip("Book a service").waitFor();
    expect(
      await page.evaluate("document.querySelector('parley-chat').shadowRoot.querySelector('dialog').matches(':modal')"),
    ).toBe(true);
  });
});

describe("a line that is back", () => {
  test("is known at once, although nobody says anything", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    await context.setOffline(true);
    await page.locator(".notice", { hasText: "No internet" }).waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.locator(".notice").isVisible(), { timeout: 1000, interval: 50 }).toBe(false);
  });

  test("is known by the first answer where the browser says nothing", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    await page.route(`${site.base}/w/1/sessions/**`, (route) => route.abort());
    await write("hello");
    await page.locator(".notice").waitFor();
    await page.unroute(`${site.base}/w/1/sessions/**`);
    await page.locator(".retry").click();
    await expect.poll(() => page.locator(".notice").isVisible(), { timeout: 1500, interval: 50 }).toBe(false);
  });
});

describe("the server", () => {
  test.each([true, false])("answers late, and each message is shown once (with ids: %s)", async (withIds) => {
    site.faults.late = true;
    site.faults.withoutIds = !withIds;
    await visit();
    await press();
    await chip("Book a service").click();
    await page.locator(".dots").waitFor();
    await awaitBubble("Which day suits you?");
    expect(await page.locator(".dots").count()).toBe(0);
    expect(await bubbles()).toHaveLength(3);
    await write("20 July");
    await awaitBubble("Which time suits you?");
    expect((await bubbles()).slice(3)).toEqual(["20 July", "Which time suits you?"]);
  });

  test("has forgotten the conversation: another one is opened and the message sent in it", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    site.forget();
    await write("are you there");
    await expect.poll(() => site.taken).toEqual(["are you there"]);
    expect(site.visits.size).toBe(1);
    await awaitBubble("Sorry, say that again?");
  });

  test("asks for patience: sending goes on by itself", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    site.faults.refuse = [{ status: 429, retryAfter: 1 }];
    await write("one too many");
    await page.locator(".notice", { hasText: "Too many messages" }).waitFor();
    await awaitBubble("Sorry, say that again?");
    expect(await page.locator(".notice").isVisible()).toBe(false);
  });

  test("refuses one message for good: it says why, and the next is sent", async () => {
    await visit();
    await press();
    await chip("Book a service").waitFor();
    site.faults.refuse = [{ status: 422, detail: "At most 2,000 characters." }];
    await write("long");
    await write("short");
    await page.locator(".state.bad", { hasText: "At most 2,000 characters." }).waitFor();
    await expect.poll(() => site.taken).toEqual(["short"]);
  });

  test("does not allow the origin: the panel says so and names the phone", async () => {
    await visit();
    site.faults.forbidden = true;
    await press();
    await page.locator(".notice").waitFor();
    expect(await page.locator(".way[href='tel:04440002100']").isVisible()).toBe(true);
    expect(await page.locator(".panel .bubble").count()).toBe(0);
  });
});

describe("the page", () => {
  test("opens, sends, listens and closes by script", async () => {
    await visit({ "data-vars": '{"campaign":"monsoon"}', "data-user-id": "user-42", "data-user-hash": "0e0a" });
    await call(`window.announced = [];
      for (const name of ["message", "open", "end"]) Bot.on(name, (event) => announced.push(event ? event.text : name));
      Bot.send("Book a service");`);
    await expect.poll(() => site.taken).toEqual(["Book a service"]);
    await expect.poll(() => page.innerText(".badge")).not.toBe("");
    expect(await page.locator(".panel").isVisible()).toBe(false);
    const [first] = [...site.visits.values()];
    expect(first!.opening).toMatchObject({
      token: "pk_demo",
      lang: "en",
      vars: { campaign: "monsoon" },
      user: { id: "user-42", hash: "0e0a" },
      page_url: expect.stringContaining(foreign.at),
    });
    await call("Bot.open()");
    await awaitBubble("Which day suits you?");
    await call("Bot.close()");
    expect(await page.locator(".panel").isVisible()).toBe(false);
    const announced = async () => ((await call("announced")) as string[]).map((text) => text.slice(0, 10)).sort();
    await expect.poll(announced).toEqual(["Hello. I c", "Your Vela ", "open"]);
  });

  test("has the panel opened by an attribute, without taking the focus", async () => {
    await visit({ "data-open": "1" });
    await awaitBubble(FIRST);
    expect(await focused()).toBe("BODY");
    await page.locator("header .icon").last().click();
    await page.reload();
    await page.waitForSelector(".launcher");
    expect(await page.locator(".panel").count()).toBe(0);
  });

  test("names another visitor: what was said before is gone", async () => {
    await visit();
    await press();
    await write("my secret");
    await awaitBubble("Sorry, say that again?");
    await call(`Bot.identify({ id: "user-7", hash: "ab", attrs: { plan: "gold" } })`);
    await expect.poll(bubbles).toEqual([FIRST]);
    expect([...site.visits.values()].at(-1)!.opening.user).toEqual({
      id: "user-7",
      hash: "ab",
      attrs: { plan: "gold" },
    });
    await call("Bot.reset()");
    await expect.poll(() => site.visits.size).toBe(3);
    expect([...site.visits.values()].at(-1)!.opening.user).toBeUndefined();
  });
});
