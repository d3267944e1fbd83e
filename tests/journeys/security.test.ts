// The second factor, as a person sets it up and uses it: with and without JavaScript, with and without the render
// worker.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, signIn } from "./browser";
import { base, serveWithoutRenderer } from "./here";
import type { Served } from "./installation";

const ROOT = join(import.meta.dirname, "../..");
const SECURITY = "/pages/account-settings/security";
let browser: Browser;
let workerless: Served | undefined;
beforeAll(async () => {
  [browser, workerless] = await Promise.all([launch(), serveWithoutRenderer()]);
});
afterAll(() => Promise.all([browser.close(), workerless?.end()]));

/** What a device with this seed shows some seconds from now. */
const device = (seed: string, seconds = 0) =>
  execFileSync(
    join(ROOT, ".venv/bin/python"),
    [
      "-c",
      "import pyotp, sys, time; print(pyotp.TOTP(sys.argv[1]).at(int(time.time()) + int(sys.argv[2])))",
      seed,
      String(seconds),
    ],
    { encoding: "utf8" },
  ).trim();

let people = 0;
/** A workspace of one's own, so that no other journey is asked for a code. */
async function register(page: Page, site: string): Promise<{ email: string; password: string }> {
  const name = `guarded${Date.now()}${people++}`;
  const account = { email: `${name}@example.test`, password: "a long enough password" };
  await page.goto(`${site}/pages/register-v1`);
  await page.fill("input[name=username]", name);
  await page.fill("input[name=email]", account.email);
  await page.fill("input[name=password]", account.password);
  await Promise.all([
    page.waitForURL((url) => !url.pathname.includes("/register")),
    page.press("input[name=password]", "Enter"),
  ]);
  return account;
}

/** Set the factor up on the page; its seed and recovery codes. */
async function setUp(page: Page, site: string, password: string): Promise<{ seed: string; codes: string[] }> {
  await page.goto(site + SECURITY);
  await page.fill("#factor input[name=password]", password);
  await page.click("#factor button[type=submit]");
  await page.waitForSelector("img.qr");
  const seed = (await page.innerText(".seed")).replaceAll(" ", "");
  // The step before this one, so that the present code is still good for signing in.
  await page.fill("#factor input[name=code]", device(seed, -30));
  await page.click("#factor button[type=submit]");
  await page.waitForSelector(".codes li");
  const codes = await page.locator(".codes li").allInnerTexts();
  const file = await page.getAttribute("#factor a[download]", "href");
  expect(decodeURIComponent(file!.split(",")[1]!).split("\r\n")).toEqual(expect.arrayContaining(codes));
  return { seed, codes };
}

describe.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("%s", (_name, options) => {
  test("set up, sign in by code, by recovery code once, turn off", async () => {
    const { page, context, complaints } = await open(browser, options);
    const account = await register(page, base);
    const { seed, codes } = await setUp(page, base, account.password);
    expect(codes).toHaveLength(10);
    await page.click("#factor a.button.primary");
    await page.waitForSelector("#sessions");
    expect(await page.locator(".codes").count()).toBe(0);

    for (const [code, where] of [
      [device(seed), 0],
      [codes[0]!, 1],
    ] as const) {
      await context.clearCookies();
      await page.goto(`${base}/reports/dashboard?grp=sales`);
      await signInWith(page, account);
      expect(new URL(page.url()).pathname).toBe("/pages/login-v1/code");
      if (where === 1) {
        await page.locator("input[name=code]").first().fill("000000");
        await page.locator("input[name=code]").first().press("Enter");
        await page.waitForSelector("#device .field-error");
        expect(await page.locator("#recovery .field-error").count()).toBe(0);
        await page.click("details.other-way summary");
      }
      await page.locator("input[name=code]").nth(where).fill(code);
      await Promise.all([
        page.waitForURL(/reports\/dashboard/),
        page.locator("input[name=code]").nth(where).press("Enter"),
      ]);
      expect(new URL(page.url()).search).toBe("?grp=sales");
    }

    await page.goto(base + SECURITY);
    await page.locator("#factor details summary").nth(1).click();
    const off = page.locator("#factor details").nth(1);
    await off.locator("input[name=password]").fill(account.password);
    await off.locator("input[name=code]").fill(codes[0]!);
    await off.locator("button[type=submit]").click();
    await page.waitForSelector("#factor .field-error");
    const again = page.locator("#factor details[open]");
    await again.locator("input[name=password]").fill(account.password);
    await again.locator("input[name=code]").fill(codes[1]!);
    await again.locator("button[type=submit]").click();
    await page.waitForSelector("#factor .pill:not(.good)");
    expect(complaints.filter((text) => !/40[14]|422/.test(text))).toEqual([]);
    await context.close();
  });
});

/** The first step alone. */
async function signInWith(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await Promise.all([
    page.waitForURL((url) => url.pathname !== "/pages/login-v1"),
    page.press("input[name=password]", "Enter"),
  ]);
}

test("the second step needs neither JavaScript nor a render worker", async () => {
  const first = await open(browser);
  const account = await register(first.page, base);
  const { seed } = await setUp(first.page, base, account.password);
  await first.context.close();
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await page.goto(`${workerless!.base}/pages/login-v1?next=%2Freports%2Fdashboard`);
  await signInWith(page, account);
  expect(new URL(page.url()).pathname).toBe("/pages/login-v1/code");
  await page.locator("input[name=code]").first().fill("000");
  await page.locator("input[name=code]").first().press("Enter");
  await page.waitForSelector(".field-error");
  await page.locator("input[name=code]").first().fill(device(seed));
  await Promise.all([page.waitForURL(/reports\/dashboard/), page.locator("input[name=code]").first().press("Enter")]);
  await context.close();
});

test("an admin asks it of everybody and takes it back, changes the password, and signs out everywhere", async () => {
  const { page, context } = await open(browser);
  const account = await register(page, base);
  await setUp(page, base, account.password);
  await page.goto(base + SECURITY);
  await page.click("#policy button");
  await page.waitForSelector(".done p");
  expect(await page.innerText("#policy button")).toBe("Stop requiring it");
  await page.click("#policy button");
  await page.waitForSelector("#policy button[value=true]");
  await page.fill("#password input[name=password]", account.password);
  await page.fill("#password input[name=new_password]", "another long password");
  await page.click("#password button[type=submit]");
  await page.waitForSelector(".done p");
  await page.click("#sessions .card-aside button");
  await page.waitForURL(/login-v1/);
  await context.close();
});

test("the demonstration's people sign in as before", async () => {
  const { page, context } = await open(browser);
  await page.goto(`${base}/pages/login-v1`);
  await signIn(page);
  await page.goto(base + SECURITY);
  expect(await page.locator("#sessions tbody tr").count()).toBeGreaterThan(0);
  await context.close();
});
