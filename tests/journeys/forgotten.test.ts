// A forgotten password: from the page of sign-in over the mail to a new one, with and without JavaScript.
import { readdirSync, readFileSync } from "node:fs";
import { join as inFolder } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, open, signIn } from "./browser";
import { base, folder } from "./here";

const OLD = "the password of before";
const NEW = "another password by far";
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

let people = 0;
/** Someone who was invited and has joined, signed in: few may register from one address. */
async function join(page: Page): Promise<string> {
  const email = `forgetful${Date.now()}${people++}@example.test`;
  const post = async (path: string, data: object, headers = {}) => {
    const answer = await page.request.post(base + path, { data, headers });
    expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const { accessToken } = await post("/jwt/login", { email: "admin@demo.com", password: "admin" });
  const invited = await post(
    "/api/v1/invitations",
    { email, full_name: "Farah Getful", role: "subscriber" },
    { Authorization: `Bearer ${accessToken}` },
  );
  await post("/api/v1/invitations/accept", { token: new URL(invited.link!).searchParams.get("token"), password: OLD });
  return email;
}

/** The text of the only mail with a link for a new password that someone was sent. */
async function mailTo(address: string): Promise<string> {
  const outbox = inFolder(folder, "outbox");
  const read = () => {
    try {
      return readdirSync(outbox)
        .map((name) => readFileSync(inFolder(outbox, name), "utf8"))
        .filter((text) => text.includes(`To: ${address}`) && text.includes("/pages/reset-password-v1"));
    } catch {
      return [];
    }
  };
  await expect.poll(() => read().length, { timeout: 30_000 }).toBe(1);
  return read()[0]!;
}

describe.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("%s", (_name, options) => {
  test("a forgotten password is replaced by the link of a mail, once, and other sessions end", async () => {
    const elsewhere = await open(browser, options);
    const email = await join(elsewhere.page);
    const { page, context } = await open(browser, options);
    await page.goto(`${base}/pages/login-v1`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/forgot-password-v1");
    await page.fill("input[name=email]", email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.locator(".notice.good").waitFor();

    const link = /https?:\/\/\S+\/pages\/reset-password-v1\?token=\S+/.exec(await mailTo(email))![0];
    const { pathname, search } = new URL(link);
    await page.goto(base + pathname + search);
    await page.getByText(email).waitFor();
    // What is too common is reported at the field, and the link stays good.
    await page.fill("input[name=password]", "password1");
    await page.press("input[name=password]", "Enter");
    await page.locator(".field-error").waitFor();
    await page.fill("input[name=password]", NEW);
    await page.press("input[name=password]", "Enter");
    await page.waitForURL((url) => url.pathname === "/pages/login-v1");
    await page.getByText("Password changed").waitFor();
    await signIn(page, email, NEW);

    await elsewhere.page.goto(`${base}/pages/account-settings`);
    expect(new URL(elsewhere.page.url()).pathname).toBe("/pages/login-v1");
    await elsewhere.page.fill("input[name=email]", email);
    await elsewhere.page.fill("input[name=password]", OLD);
    await elsewhere.page.press("input[name=password]", "Enter");
    await elsewhere.page.locator(".field-error, .notice.bad").first().waitFor();
    await elsewhere.page.goto(base + pathname + search);
    await elsewhere.page.getByText("This link was already used.").waitFor();
    await context.close();
    await elsewhere.context.close();
  });
});
