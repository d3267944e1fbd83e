// A secret is written, sent by a call to another system, seen by nobody else, and replaced.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enter, launch, open, awaitHydration } from "./browser";
import { base } from "./here";

const [FIRST, SECOND] = ["sk-live-000000009f2c", "sk-live-1111111177aa"];
let browser: Browser;
let system: Server;
let requests: { url: string; headers: IncomingHttpHeaders }[] = [];
beforeAll(async () => {
  browser = await launch();
  // It says again what it was sent, as some systems do.
  system = createServer((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ text: `I know ${request.headers.authorization}` }));
  });
  await new Promise<void>((done) => system.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await browser.close();
  await new Promise((done) => system.close(done));
});
beforeEach(() => {
  requests = [];
});

const flow = () => ({
  format: "parley-flow/1",
  languages: ["en"],
  start: "hello",
  nodes: {
    hello: { type: "input", kind: "text", text: { en: "Which car?" }, save: "car", next: "crm" },
    crm: {
      type: "call",
      url: `http://127.0.0.1:${(system.address() as AddressInfo).port}/crm?key={{secret.CRM_KEY}}&car={{car}}`,
      headers: { Authorization: "Bearer {{secret.CRM_KEY}}" },
      save: "answer",
      next: "done",
      failed: "failed",
    },
    done: { type: "message", text: { en: "The system: {{answer.text}}" }, next: "booked" },
    failed: { type: "message", text: { en: "No answer." }, next: "booked" },
    booked: { type: "goal", name: "booked", next: "bye" },
    bye: { type: "end", text: { en: "Bye" } },
  },
});

/** A draft whose call names a secret that it does not have. */
async function callingBot(page: Page): Promise<string> {
  const login = await page.request.post(`${base}/jwt/login`, { data: { email: "admin@demo.com", password: "admin" } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const data = { name: `Secrets ${process.pid}-${Date.now()}`, group: "service", flow: flow() };
  const headers = { Authorization: `Bearer ${accessToken}` };
  const answer = await page.request.post(`${base}/api/v1/bots`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

/** Tell the bot of a car in the sandbox; all that the page then shows. */
async function tryOut(page: Page, bot: string, car: string): Promise<string> {
  await page.goto(`${base}/admin/bots/${bot}/secrets`);
  await page.locator("main").getByRole("button", { name: "Try", exact: true }).click();
  await page.locator("#say").fill(car);
  await page.locator("#say").press("Enter");
  await page.getByText("The system:").first().waitFor();
  return page.content();
}

test.each([
  ["with a script", true],
  ["without one", false],
])("a secret reaches the other system alone, %s", async (_way, javaScriptEnabled) => {
  const { page, context, complaints } = await open(browser, { javaScriptEnabled });
  await enter(page, `${base}/admin/bots`);
  const bot = await callingBot(page);

  // The missing one is named where the bot is checked, with the way to where secrets are added.
  await page.goto(`${base}/admin/bots/${bot}`);
  const issue = page.locator("main li", { hasText: "CRM_KEY" }).first();
  await issue.waitFor();
  expect(await issue.locator("a").getAttribute("href")).toBe(`/admin/bots/${bot}/secrets`);

  await page.goto(`${base}/admin/bots/${bot}/secrets`);
  if (javaScriptEnabled) await awaitHydration(page);
  const form = page.locator("#new-secret");
  await form.getByRole("textbox", { name: "Name" }).fill("CRM_KEY");
  await form.locator("[name=secret]").fill(FIRST);
  await form.getByRole("button", { name: "Add secret" }).click();
  const card = page.locator(".card", { has: page.getByRole("heading", { name: "CRM_KEY" }) });
  await card.waitFor();
  expect(await card.innerText()).toContain("9f2c");
  expect(await card.getByRole("link").first().getAttribute("href")).toContain("node=crm");
  expect(await card.getByRole("button", { name: "Delete" }).count()).toBe(0);
  expect(await page.content()).not.toContain(FIRST);

  const content = await tryOut(page, bot, "Vela {{secret.CRM_KEY}}");
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${FIRST}`]);
  expect(requests[0]!.url).toBe(`/crm?key=${FIRST}&car=Vela%20%7B%7Bsecret.CRM_KEY%7D%7D`);
  expect(content).not.toContain(FIRST);
  expect(content).toContain("The system: I know Bearer •••");

  await page.goto(`${base}/admin/bots/${bot}/secrets`);
  if (javaScriptEnabled) await awaitHydration(page);
  await card.getByText("Replace value").first().click();
  await card.locator("[name=secret]").fill(SECOND);
  await card.getByRole("button", { name: "Replace value" }).click();
  await card.getByText("77aa").waitFor();
  await tryOut(page, bot, "Vela");
  expect(requests[1]!.headers.authorization).toBe(`Bearer ${SECOND}`);
  expect(complaints).toEqual([]);
  await context.close();
});
