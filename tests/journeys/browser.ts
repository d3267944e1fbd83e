// Chromium and the few things every journey does.
import type { Browser, BrowserContext, Cookie, Locator, Page, Request } from "playwright-core";
import { takeProfile, type Options } from "./profiles.ts";

export { CHROMIUM, discard, launch } from "./profiles.ts";

/** A page of its own browser profile, with what it complained about and asked for. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  complaints: string[];
  requests: string[];
}

/** The requests of each page that are under way, but for the one that waits for changes. */
const underWay = new WeakMap<Page, Map<Request, Promise<unknown>>>();

function track(page: Page): void {
  const requests = new Map<Request, Promise<unknown>>();
  underWay.set(page, requests);
  const forget = (request: Request) => void requests.delete(request);
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/live")) return;
    const answered = request.response().then((response) => response?.finished());
    requests.set(
      request,
      answered.catch(() => undefined).finally(() => forget(request)),
    );
  });
  page.on("requestfailed", forget);
}

/** The pages where no script runs. */
const unscripted = new WeakSet<Page>();
let areLocatorsWrapped = false;

/** Make what follows a link or sends a form last until the next document is whole, on pages of `unscripted`. */
function wrapPresses<Target extends Page | Locator>(target: Target, pageOf: (target: Target) => Page): void {
  const methods = target as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
  for (const name of ["click", "press"]) {
    const press = methods[name]!;
    methods[name] = async function (this: Target, ...values: unknown[]) {
      await press.apply(this, values);
      if (unscripted.has(pageOf(this))) await pageOf(this).waitForLoadState("domcontentloaded");
    };
  }
}

/** Where no script runs, wait for documents: Playwright's press ends with their first bytes, before their content. */
function awaitDocuments(page: Page): void {
  if (unscripted.has(page)) return;
  unscripted.add(page);
  wrapPresses(page, () => page);
  if (!areLocatorsWrapped) wrapPresses(Object.getPrototypeOf(page.locator("html")) as Locator, (item) => item.page());
  areLocatorsWrapped = true;
}

export async function open(browser: Browser, options: Options = {}): Promise<Watched> {
  const { page, context } = await takeProfile(browser, options);
  if (options.javaScriptEnabled === false) awaitDocuments(page);
  // Light is the default: who wants the system's own colours has said so before.
  if (options.colorScheme)
    await context.addCookies([
      {
        name: "prefs",
        value: Buffer.from(JSON.stringify({ skin: "auto" })).toString("hex"),
        domain: "127.0.0.1",
        path: "/",
      },
    ]);
  context.on("page", track);
  track(page);
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) requests.push(request.url());
  });
  return { page, context, complaints, requests };
}

/** Sign in by the form, as a person does: without a script this is a POST and a redirect. */
export async function signIn(page: Page, email = "admin@demo.com", password = "admin"): Promise<void> {
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await Promise.all([
    page.waitForURL((url) => !url.pathname.includes("/login")),
    page.press("input[name=password]", "Enter"),
  ]);
}

/** Sign in by the API in a session of its own. */
export async function signInByApi(
  context: BrowserContext,
  origin: string,
  email = "admin@demo.com",
  password = "admin",
): Promise<void> {
  const form = await (await context.request.get(`${origin}/pages/login-v1`)).text();
  const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(form)![1]!;
  const headers = { "X-CSRF-Token": csrf, Origin: origin };
  const answer = await context.request.post(`${origin}/api/v1/session`, { data: { email, password }, headers });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
}

/** The cookies of people who have signed in during this file, and since when: well before they would be renewed. */
const sessions = new Map<string, { cookies: Cookie[]; since: number }>();
const SESSION_MS = 240_000;

/** Open a page as a person who has signed in, which happens by the API where it has not yet: the form has journeys. */
export async function enter(page: Page, url: string, email = "admin@demo.com", password = "admin"): Promise<void> {
  const { origin } = new URL(url);
  const context = page.context();
  if (!(await context.cookies(origin)).some(({ name }) => name === "access")) {
    const person = `${origin} ${email} ${password}`;
    const session = sessions.get(person);
    if (session && Date.now() - session.since < SESSION_MS) await context.addCookies(session.cookies);
    if (!(await context.request.get(`${origin}/api/v1/session`)).ok()) {
      await signInByApi(context, origin, email, password);
      const cookies = (await context.cookies(origin)).filter(({ name }) => name !== "prefs");
      sessions.set(person, { cookies, since: Date.now() });
    }
  }
  await page.goto(url);
  // Away from the menu, which opens under the pointer: a new page has it in the corner.
  const { width, height } = page.viewportSize()!;
  const isMirrored = await page.evaluate(() => document.documentElement.dir === "rtl");
  await page.mouse.move(isMirrored ? 40 : width - 40, height - 20);
}

/** Once nothing on an element, or in it, moves any more. */
export const still = (locator: Locator) =>
  locator.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)));

/** Whether React keeps one of its own marks on an element. */
const marked = ([selector, mark]: readonly [string, string]) => {
  const element = document.querySelector(selector);
  return Object.keys(element ?? {}).some((key) => key.startsWith(mark)) || (!element && selector !== "#root");
};

/**
 * Once React has taken over the page the server rendered, its menu too, which is hydrated a moment after the root is:
 * only then is a press ours and not the browser's own.
 */
export async function awaitHydration(page: Page, within = ".rail a"): Promise<void> {
  await page.waitForFunction(marked, ["#root", "__reactContainer"] as const);
  await page.waitForFunction(marked, [within, "__reactProps"] as const);
}

/** Open an address whose scripts wait until they are let go; an element of the page is there by then. */
export async function holdScripts(page: Page, address: string, selector = "#main"): Promise<() => Promise<void>> {
  let release = () => {};
  const gate = new Promise<void>((done) => (release = done));
  const scripts = "**/static/build/*.js";
  await page.route(scripts, (route) => gate.then(() => route.continue()));
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(selector).waitFor();
  return async () => {
    release();
    await awaitHydration(page);
    await page.unroute(scripts);
  };
}

/** Once a bot's editor is ours, which is hydrated after its page: what serves without a script is gone. */
export async function editable(page: Page): Promise<void> {
  await awaitHydration(page);
  await awaitHydration(page, ".fl-save");
  await page.locator("textarea.unscripted").first().waitFor({ state: "detached" });
}

/** Once nothing is left to do in the document: fonts are there, animations are over, and the browser is idle. */
const rested = async () => {
  const idle = () => new Promise((done) => void requestIdleCallback(done, { timeout: 1000 }));
  await document.fonts.ready;
  await idle();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.allSettled(ending.map(({ finished }) => finished));
  await new Promise((done) => void requestAnimationFrame(done));
  await idle();
};

/** Once a page is ours, what it asked for has come, and it rests. */
export async function settled(page: Page): Promise<void> {
  await awaitHydration(page);
  const requests = underWay.get(page)!;
  do {
    await Promise.all(requests.values());
    await page.evaluate(rested);
  } while (requests.size > 0);
}

/** Keep what shifts in each document from now on, from its first paint. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; sources: Source[] };
    const describe = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 80) ?? "what is gone";
    const at = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`;
    const lines: string[] = [];
    (window as unknown as { shifts: string[] }).shifts = lines;
    new PerformanceObserver((list) => {
      for (const { sources, value } of list.getEntries() as Shift[])
        lines.push(
          ...sources.map(
            (source) => `${describe(source.node)}: ${at(source.previousRect)} to ${at(source.currentRect)}`,
          ),
          ...(sources.length ? [] : [`what is gone: ${value}`]),
        );
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What has shifted on the page. */
export const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

const attempts = new Map<string, number>();

/** Give a name that an earlier attempt of the same test has not taken. */
export function nameOfAttempt(name: string): string {
  const attempt = (attempts.get(name) ?? 0) + 1;
  attempts.set(name, attempt);
  return attempt > 1 ? `${name}${attempt}` : name;
}
