// A version that another person approves without script, and that then receives a share of new conversations.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, launch, open, signIn, awaitHydration } from "./browser";
import { base } from "./here";

const PASSWORD = "a sentence to join with";
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const flow = (hello: string) => ({
  format: "parley-flow/1",
  languages: ["en"],
  start: "hello",
  nodes: {
    hello: { type: "message", text: { en: hello }, next: "booked" },
    booked: { type: "goal", name: "booked", next: "bye" },
    bye: { type: "end", text: { en: "Bye" } },
  },
});

/** Make a call as an administrator's program. */
async function call(page: Page, method: string, path: string, data: object, more: Record<string, string> = {}) {
  const login = await page.request.post(`${base}/jwt/login`, { data: { email: "admin@demo.com", password: "admin" } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { Authorization: `Bearer ${accessToken}`, ...more };
  const answer = await page.request.fetch(base + path, { method, data, headers });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

/** A bot with a live version and a changed working copy. */
async function changedBot(page: Page): Promise<string> {
  const body = { name: `Gate ${process.pid}-${Date.now()}`, group: "service", flow: flow("Hello") };
  const { id } = await call(page, "POST", "/api/v1/bots", body);
  await call(page, "POST", `/api/v1/bots/${id}/publish`, { note: "First" });
  await call(page, "PUT", `/api/v1/bots/${id}/flow`, flow("Good morning"), { "If-Match": "*" });
  return id!;
}

/** Another person who may approve. */
async function colleague(page: Page): Promise<string> {
  const email = `meera${Date.now()}@example.test`;
  const person = { email, full_name: "Meera Nair", role: "maintainer" };
  const invited = await call(page, "POST", "/api/v1/invitations", person);
  const token = new URL(invited.link!).searchParams.get("token");
  await call(page, "POST", "/api/v1/invitations/accept", { token, password: PASSWORD });
  return email;
}

test("a version is asked about, approved by another person without script, and published", async () => {
  const { page, complaints } = await open(browser);
  const other = await open(browser, { javaScriptEnabled: false });
  // Joining signs in, so it is done elsewhere.
  const programs = await open(browser);
  const [bot, email] = [await changedBot(programs.page), await colleague(programs.page)];
  await enter(page, `${base}/admin/bots/${bot}/settings`);
  await awaitHydration(page);
  await page.selectOption("#general select[name=approvals]", "1");
  await page.locator("#general").getByRole("button", { name: "Save" }).click();
  await expect.poll(() => page.locator("#general select[name=approvals]").inputValue()).toBe("1");

  await page.goto(`${base}/admin/bots/${bot}/versions`);
  await awaitHydration(page);
  await page.locator("#publish textarea").fill("Greets by the time of day");
  await page.locator("#publish").getByRole("button", { name: "Publish v2" }).click();
  await page.locator("#publish .notice", { hasText: "needs approval by 1" }).waitFor();
  await page.locator("#review textarea").fill("Is the greeting right in the evening?");
  await page.getByRole("button", { name: "Ask for approval" }).click();
  await page.locator("#review", { hasText: "Waiting for approval" }).waitFor();
  expect(await page.locator("#review").innerText()).toContain("another person approves it");

  await other.page.goto(`${base}/pages/login-v1`);
  await signIn(other.page, email, PASSWORD);
  await other.page.goto(`${base}/admin/bots/${bot}/versions`);
  await other.page.locator("#review input[name=comment]").fill("It is");
  await other.page.getByRole("button", { name: "Approve" }).click();
  await other.page.locator("#review", { hasText: "1 of 1 approvals" }).waitFor();

  await page.goto(`${base}/admin/bots/${bot}/versions`);
  await awaitHydration(page);
  expect(await page.locator("#review").innerText()).toContain("It is");
  await page.locator("#publish textarea").fill("Greets by the time of day");
  await page.locator("#publish [type=checkbox]").uncheck();
  await page.locator("#publish").getByRole("button", { name: "Publish v2" }).click();
  await page.locator(".vl", { hasText: "v2" }).waitFor();

  // A quarter of new contacts get it, until it is put live for all.
  await page.goto(`${base}/admin/bots/${bot}/versions`);
  await awaitHydration(page);
  await page.selectOption("#split select[name=share]", "25");
  await page.getByRole("button", { name: "Start the split" }).click();
  await page.locator("#split", { hasText: "v2 receives 25% of new conversations" }).waitFor();
  expect(await page.locator(".vl").innerText()).toContain("25% of new");
  await page.getByRole("button", { name: "Stop the split" }).click();
  await page.locator("#split", { hasText: "Stopped" }).waitFor();
  await page.selectOption("#split select[name=share]", "50");
  await page.getByRole("button", { name: "Start the split" }).click();
  await page.getByRole("button", { name: "Put v2 live for all" }).click();
  await page.locator("#split", { hasText: "v2 was put live for all" }).waitFor();
  const answer = await page.request.get(`${base}/api/v1/bots/${bot}`);
  expect(((await answer.json()) as { live_version: number }).live_version).toBe(2);
  // The browser notes that publishing without approval was refused.
  expect(complaints.filter((complaint) => !complaint.includes("409"))).toEqual([]);
});
