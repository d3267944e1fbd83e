// One browser a process, and profiles that serve one journey after another: the start of a page's own process costs as
// much as its drawing.
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from "playwright-core";

/**
 * Debian's headless build where it is installed: the same engine at little more than half the processor of the whole
 * browser.
 */
export const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export type Options = NonNullable<Parameters<Browser["newContext"]>[0]>;

interface Profile {
  page: Page;
  context: BrowserContext;
  session: CDPSession;
  viewport: { width: number; height: number };
  isScripted: boolean;
}

/** Profiles without a journey by their options, empty and on a blank page; the oldest first. */
const idle = new Map<string, Profile>();
const IDLE = 5;
const closers = new WeakMap<BrowserContext, () => Promise<void>>();

/** Close a context for good, with what its browser has kept of answers. */
export const discard = (context: BrowserContext): Promise<void> => closers.get(context)!();

/** What lasts as long as a page or a context: with it, neither serves another journey. */
const LASTING = ["addInitScript", "emulateMedia", "exposeBinding", "newCDPSession", "setExtraHTTPHeaders"];
const EVENTS = [
  ...["console", "dialog", "download", "filechooser", "page", "pageerror", "popup", "websocket"],
  ...["request", "requestfailed", "requestfinished", "response", "framenavigated", "domcontentloaded", "load"],
];
const STORAGE = "cache_storage,file_systems,indexeddb,local_storage,service_workers";

/** A browser of the caller's own. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"],
  });

async function launchShared(): Promise<Browser> {
  const browser = await launchBrowser();
  browser.close = async () => {
    const contexts = [...idle.values()].map(({ context }) => context);
    const left = browser.contexts().filter((context) => !contexts.includes(context));
    await Promise.all(left.map(discard));
  };
  // One that crashed fails a file, not all that follow.
  browser.on("disconnected", () => {
    shared = undefined;
    idle.clear();
  });
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The browser of this process, whose `close` closes what journeys left open; it ends with the process. */
export const launch = (): Promise<Browser> => (shared ??= launchShared());

/** Leave everything a journey did in a profile. */
async function empty({ page, context, session, viewport, isScripted }: Profile): Promise<void> {
  for (const target of [page, context]) for (const event of EVENTS) target.removeAllListeners(event as never);
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll(), page.unrouteAll()]);
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  // A page of another site would be of another process.
  const blank = new URL("/blank", page.url()).href;
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(blank);
  await page.unroute(blank);
  await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: STORAGE });
  if (isScripted) await page.evaluate(() => sessionStorage.clear());
  await session.send("Page.resetNavigationHistory");
  await page.setViewportSize(viewport);
  await context.setOffline(false);
  page.setDefaultTimeout(30_000);
}

/** A new profile, whose context is emptied and kept where a journey closes it. */
async function createProfile(browser: Browser, key: string, options: Options): Promise<Profile> {
  const viewport = options.viewport ?? { width: 1440, height: 900 };
  const context = await browser.newContext({ locale: "en-GB", ...options, viewport });
  const page = await context.newPage();
  const isScripted = options.javaScriptEnabled !== false;
  const profile = { page, context, session: await context.newCDPSession(page), viewport, isScripted };
  closers.set(context, context.close.bind(context));

  let isLasting = false;
  const watch = (target: object, names: string[]) => {
    const methods = target as Record<string, (...values: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]?.bind(target);
      if (!method) continue;
      methods[name] = (...values) => {
        isLasting = true;
        return method(...values);
      };
    }
  };
  watch(page, LASTING);
  watch(context, LASTING);
  watch(context.clock, ["install", "setFixedTime"]);

  context.close = async () => {
    if (idle.get(key) === profile) return;
    if (isLasting || page.isClosed() || !page.url().startsWith("http") || idle.has(key)) return discard(context);
    await empty(profile);
    idle.set(key, profile);
    const [oldest] = idle;
    if (idle.size <= IDLE || !oldest) return;
    idle.delete(oldest[0]);
    await discard(oldest[1].context);
  };
  return profile;
}

/** A page in a profile in which nothing has happened. */
export async function takeProfile(browser: Browser, options: Options): Promise<Profile> {
  const key = JSON.stringify(options);
  const profile = idle.get(key);
  if (!profile) return createProfile(browser, key, options);
  idle.delete(key);
  return profile;
}
