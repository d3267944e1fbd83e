// Single sign-on from the first setting to the page that was asked for, at a provider that runs beside the journey.
import { spawn, type ChildProcess } from "node:child_process";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, signIn } from "./browser";
import { base } from "./here";

const ADMIN = "/admin/single-sign-on";
const ANSWER = `${base}/api/v1/session/single-sign-on/answer`;
let browser: Browser;
let provider: ChildProcess;
let issuer: string;

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

beforeAll(async () => {
  browser = await launch();
  const script = join(import.meta.dirname, "../fixtures/openid_provider.mjs");
  provider = spawn(process.execPath, [script, String(await freePort()), ANSWER], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  issuer = await new Promise((done) => provider.stdout!.once("data", (line: Buffer) => done(line.toString().trim())));
});
afterAll(async () => {
  provider.kill("SIGTERM");
  await browser.close();
});

/**
 * A workspace of one's own, whose administrator the provider knows by their name: registered from another address,
 * as few may register from one, and signed in.
 */
async function register(page: Page, name: string): Promise<void> {
  const account = { username: name, email: `${name}@${name}.test`, password: "a long enough password" };
  const status = await new Promise<number | undefined>((done, failed) => {
    const sent = request(`${base}/jwt/register`, {
      method: "POST",
      localAddress: "127.0.0.77",
      headers: { "Content-Type": "application/json" },
    });
    sent.on("response", (answer) => done(answer.resume().statusCode)).on("error", failed);
    sent.end(JSON.stringify(account));
  });
  expect(status).toBeLessThan(300);
  await page.goto(`${base}/pages/login-v1`);
  await signIn(page, account.email, account.password);
}

/** Have the workspace trust the provider; what a test of the connection says. */
async function trust(page: Page, name: string): Promise<string> {
  await page.goto(base + ADMIN);
  await page.fill("[name=issuer]", issuer);
  await page.fill("[name=client_id]", "parley");
  await page.fill("[name=client_secret]", "a secret of the tests, long enough for everybody");
  await page.fill("[name=label]", "Example");
  await page.fill("[name=domains]", `${name}.test`);
  await page.click("form:has([name=issuer]) button.primary");
  await page.waitForSelector("form[action*='identity-provider%2Ftest'] button");
  await page.click("form[action*='identity-provider%2Ftest'] button");
  await page.waitForSelector(".notice.good:has-text('The connection works.')");
  return page.innerText(".notice.good:has-text('The connection works.')");
}

/** From a page that asks for a sign-in to the provider, as someone. */
async function sign(page: Page, name: string, login: string): Promise<void> {
  await page.goto(`${base}/reports/dashboard?grp=sales`);
  await page.click("a[href*='single-sign-on']");
  await page.fill("[name=email]", `anybody@${name}.test`);
  await page.press("[name=email]", "Enter");
  await page.click("a.button:has-text('Continue with Example')");
  await page.waitForURL((url) => url.href.startsWith(issuer));
  await page.fill("[name=login]", login);
  await Promise.all([page.waitForURL((url) => url.href.startsWith(base)), page.press("[name=login]", "Enter")]);
}

test.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("%s: set up, tested, used, and refused", async (title, options) => {
  const name = `on${title.length}x${Date.now()}`;
  const { page, context, complaints } = await open(browser, options);
  await register(page, name);
  expect(await trust(page, name)).toContain("1 key");

  await context.clearCookies();
  await sign(page, name, `${name}@${name}.test`);
  expect(page.url()).toBe(`${base}/reports/dashboard?grp=sales`);

  // Someone nobody has invited, someone of another domain, and someone who gives up.
  for (const [login, text] of [
    [`stranger@${name}.test`, "You don’t have an account here."],
    ["asha@elsewhere.test", "not of a domain"],
    ["", "was cancelled"],
  ] as const) {
    await context.clearCookies();
    await sign(page, name, login);
    expect(await page.innerText(".notice.bad")).toContain(text);
    expect(new URL(page.url()).searchParams.get("next")).toBe("/reports/dashboard?grp=sales");
  }
  expect(complaints.filter((text) => !/40[134]|422/.test(text))).toEqual([]);
  await context.close();
});
