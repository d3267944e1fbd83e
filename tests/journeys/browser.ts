// Chromium and the few things every journey does.
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from "playwright-core";

/**
 * Debian's headless build where it is installed: the same engine at little more than half the processor of the whole
 * browser.
 */
export const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--no-first-run"],
  });

/** A page of its own browser profile, with what it complained about and asked for. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  complaints: string[];
  asked: string[];
}

export async function open(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
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
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) asked.push(request.url());
  });
  return { page, context, complaints, asked };
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
