// Chromium and the few things every journey does.
import type { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { chromium, type Browser, type BrowserContext, type Locator, type Page, type Request } from "playwright-core";

/**
 * Debian's headless build where it is installed: the same engine at little more than half the processor of the whole
 * browser.
 */
export const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

let browser: Promise<Browser> | undefined;

/** The browser of this process, which ends with it. */
export const launch = (): Promise<Browser> =>
  (browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // A process fewer to talk to: a tenth of all a page costs.
      "--in-process-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--no-first-run",
    ],
  }));

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

type Options = NonNullable<Parameters<Browser["newContext"]>[0]>;
const SIZE = { width: 1440, height: 900 };
/** What a page tells its listeners, which are those of one test. */
const EVENTS = ["console", "dialog", "download", "framenavigated", "pageerror", "request", "requestfailed", "response"];

/** A profile that may be opened again: its options, and the origins whose documents it has had. */
interface Profile extends Watched {
  kind: Options;
  origins: Set<string>;
}

/** The profiles that are open, and those that wait for a test with the same options. */
const opened = new Set<Profile>();
const parked: Profile[] = [];
const MOST_PARKED = 4;

/** Listen to a page that nobody listens to. */
function watch({ page, complaints, requests, origins }: Profile): void {
  track(page);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) requests.push(request.url());
  });
  page.on("framenavigated", (frame) => {
    if (frame.url().startsWith("http")) origins.add(new URL(frame.url()).origin);
  });
}

/**
 * A page of a browser profile in which nothing has happened. Half of what a page costs is the beginning of its process:
 * a profile that a test has left is emptied and opened again. A test that has added a script to every document, or
 * changed the clock, closes its profile.
 */
export async function open({ viewport = SIZE, ...options }: Options = {}): Promise<Watched> {
  const kind = { javaScriptEnabled: true, viewport, ...options };
  const at = parked.findIndex((profile) => isDeepStrictEqual(profile.kind, kind));
  const profile = at < 0 ? await create(kind) : parked.splice(at, 1)[0]!;
  opened.add(profile);
  watch(profile);
  profile.context.on("page", track);
  await profile.page.setViewportSize(viewport!);
  // Light is the default: who wants the system's own colours has said so before.
  if (options.colorScheme)
    await profile.context.addCookies([
      {
        name: "prefs",
        value: Buffer.from(JSON.stringify({ skin: "auto" })).toString("hex"),
        domain: "127.0.0.1",
        path: "/",
      },
    ]);
  return profile;
}

async function create(kind: Options): Promise<Profile> {
  const context = await (await launch()).newContext({ locale: "en-GB", ...kind });
  const page = await context.newPage();
  const profile = { page, context, kind, complaints: [], requests: [], origins: new Set<string>() };
  context.on("close", () => opened.delete(profile));
  return profile;
}

/** The profiles open at a moment. */
export const openProfiles = (): ReadonlySet<Watched> => new Set(opened);

/** Leave all profiles but some: they are closed, or emptied for tests to come. */
export async function leaveProfiles(others: ReadonlySet<Watched>, isReusable: boolean): Promise<void> {
  const left = [...opened].filter((profile) => !others.has(profile));
  await Promise.all(
    left.map(async (profile) => {
      opened.delete(profile);
      if (isReusable && (await empty(profile).catch(() => false))) parked.push(profile);
      else await profile.context.close();
    }),
  );
  await Promise.all(parked.splice(0, parked.length - MOST_PARKED).map(({ context }) => context.close()));
}

/** Have nothing left in a profile; false where that cannot be. */
async function empty({ page, context, kind, complaints, requests, origins }: Profile): Promise<boolean> {
  const { origin } = new URL(page.url());
  if (page.isClosed() || origin === "null" || kind.storageState) return false;
  // Who has not signed in keeps public pages, and a bot's theme, for a minute.
  if (!(await context.cookies(origin)).some(({ name }) => name === "access")) return false;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const emitter of [page, context] as unknown as EventEmitter[])
    for (const event of [...EVENTS, "page"])
      for (const listener of emitter.listeners(event)) emitter.off(event, listener as () => void);
  await Promise.all([
    context.clearCookies(),
    context.setOffline(false),
    context.unrouteAll({ behavior: "ignoreErrors" }),
    page.unrouteAll({ behavior: "ignoreErrors" }),
    page.emulateMedia({ media: null, colorScheme: kind.colorScheme ?? "light" }),
    page.mouse.move(0, 0),
  ]);
  // What the page still has to say when it is left is heard by nobody; another site would come with another process.
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(origin);
  await page.evaluate(() => sessionStorage.clear());
  await page.unrouteAll({ behavior: "wait" });
  page.setDefaultTimeout(30_000);
  const session = await context.newCDPSession(page);
  for (const visited of origins)
    await session.send("Storage.clearDataForOrigin", { origin: visited, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  complaints.length = requests.length = 0;
  origins.clear();
  return true;
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

/** Open a page as a person who has signed in, which happens by the API where it has not yet: the form has journeys. */
export async function enter(page: Page, url: string, email = "admin@demo.com", password = "admin"): Promise<void> {
  const { origin } = new URL(url);
  const context = page.context();
  if (!(await context.cookies(origin)).some(({ name }) => name === "access")) {
    const form = await (await context.request.get(`${origin}/pages/login-v1`)).text();
    const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(form)![1]!;
    const headers = { "X-CSRF-Token": csrf, Origin: origin };
    const answer = await context.request.post(`${origin}/api/v1/session`, { data: { email, password }, headers });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
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
export async function taken(page: Page, within = ".rail a"): Promise<void> {
  await page.waitForFunction(marked, ["#root", "__reactContainer"] as const);
  await page.waitForFunction(marked, [within, "__reactProps"] as const);
}

/** Once a bot's editor is ours, which is hydrated after its page: what serves without a script is gone. */
export async function editable(page: Page): Promise<void> {
  await taken(page);
  await taken(page, ".fl-save");
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
  await taken(page);
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
    const named = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 80) ?? "what is gone";
    const at = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`;
    const lines: string[] = [];
    (window as unknown as { shifts: string[] }).shifts = lines;
    new PerformanceObserver((list) => {
      for (const { sources, value } of list.getEntries() as Shift[])
        lines.push(
          ...sources.map((source) => `${named(source.node)}: ${at(source.previousRect)} to ${at(source.currentRect)}`),
          ...(sources.length ? [] : [`what is gone: ${value}`]),
        );
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What has shifted on the page. */
export const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
