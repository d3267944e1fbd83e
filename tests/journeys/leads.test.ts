// Leads worked on: from the leaks to a lead, along the board by menu, keys and dragging, and many at once.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awaitHydration, enter, launch, nameOfAttempt, open } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Add a lead of a name, and return its id; the rules choose its outlet. */
async function addLead(page: Page, name: string, email?: string): Promise<string> {
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  const phone = `+9198${String(Math.random()).slice(2, 10)}`;
  const answer = await page.request.post(`${base}/api/v1/leads`, {
    data: { customer: { name, phone, email, consent: true }, vehicle: { model: "Vela" } },
    headers: { "X-CSRF-Token": csrf, "Idempotency-Key": phone, Origin: base },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const card = (page: Page, state: string, name: string) =>
  page.getByRole("region", { name: state, exact: true }).locator(".ld-card", { hasText: name });

describe.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("leads on the board, %s", (_mode, options) => {
  test("one moves by its menu, two are assigned together, and its next action moves", async () => {
    const { page, context, complaints } = await open(browser, options);
    await enter(page, `${base}/ew-leads/board`);
    const [first, second] = [nameOfAttempt("Board one"), nameOfAttempt("Board two")];
    const id = await addLead(page, first);
    await addLead(page, second);
    await page.goto(`${base}/ew-leads/board?q=${encodeURIComponent("Board")}`);
    const bar = page.getByRole("button", { name: "Assign", exact: true });
    expect(await bar.isVisible()).toBe(false);
    for (const name of [first, second]) await card(page, "New", name).getByRole("checkbox").check();
    await bar.click();
    await card(page, "Assigned", first).waitFor();
    await card(page, "Assigned", second).waitFor();

    const moving = card(page, "Assigned", first);
    await moving.locator("summary").click();
    await moving.getByRole("link", { name: "Log first contact" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log first contact" }).click();
    await card(page, "Contacted", first).waitFor();

    await page.goto(`${base}/ew-leads/${id}?do=plan`);
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Call back at").fill(`${day}T11:00`);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Move" }).waitFor();
    const lead = (await (await page.request.get(`${base}/api/v1/leads/${id}`)).json()) as { next_action_at: string };
    expect(lead.next_action_at).toContain(day);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("a customer is written to from their lead, %s", async (_mode, options) => {
  const { page, context, complaints } = await open(browser, options);
  await enter(page, `${base}/ew-leads/board`);
  const name = nameOfAttempt("Written");
  const id = await addLead(page, name, "written@mail.example");
  await page.goto(`${base}/ew-leads/${id}?do=send`);
  const sheet = page.getByRole("dialog", { name: `Message to ${name}` });
  expect(await sheet.getByLabel("Email").isChecked()).toBe(true);
  await sheet.getByLabel("Subject").fill("Your warranty");
  await sheet.getByLabel("Text").fill("When may we call you?");
  await sheet.getByRole("button", { name: "Send" }).click();
  await sheet.waitFor({ state: "detached" });
  const touches = page.getByRole("list", { name: "Touches" });
  await touches.getByText("Message, Email").waitFor();
  await touches.getByText("When may we call you?").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a card is dragged where its state may go, and nowhere else", async () => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/ew-leads/board`);
  const name = nameOfAttempt("Dragged");
  await addLead(page, name);
  await page.goto(`${base}/ew-leads/board?q=Dragged`);
  await awaitHydration(page);
  const dragged = card(page, "New", name);
  await dragged.dragTo(page.getByRole("region", { name: "Quoted", exact: true }));
  expect(new URL(page.url()).searchParams.get("do")).toBeNull();
  await dragged.dragTo(page.getByRole("region", { name: "Assigned", exact: true }));
  await page.getByRole("dialog", { name: `Assign ${name}` }).waitFor();
  expect(new URL(page.url()).searchParams.get("do")).toBe("assign");
  expect(complaints).toEqual([]);
  await context.close();
});

test("keys open the menu of a card, log what was done, and go to the next lead", async () => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/ew-leads/board`);
  const name = nameOfAttempt("Keyed");
  const id = await addLead(page, name);
  await page.goto(`${base}/ew-leads/board?q=Keyed`);
  await awaitHydration(page);
  await card(page, "New", name).getByRole("link", { name }).focus();
  await page.keyboard.press("m");
  await card(page, "New", name).getByRole("link", { name: "Mark as lost" }).waitFor();

  await page.goto(`${base}/ew-leads/${id}`);
  await awaitHydration(page);
  await page.keyboard.press("m");
  await page.getByRole("dialog", { name: `Message to ${name}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: `Message to ${name}` }).waitFor({ state: "detached" });
  const lead = (await (await page.request.get(`${base}/api/v1/leads/${id}`)).json()) as {
    neighbours: { previous: string | null };
  };
  expect(lead.neighbours.previous).not.toBeNull();
  await page.keyboard.press("k");
  await page.waitForURL(`**/ew-leads/${lead.neighbours.previous}`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without a connection a form keeps what is typed, and is sent once there is one", async () => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/ew-leads/board`);
  const id = await addLead(page, nameOfAttempt("Offline"));
  await page.goto(`${base}/ew-leads/${id}?do=touch`);
  await awaitHydration(page);
  const sheet = page.getByRole("dialog", { name: "Log a touch" });
  await sheet.getByLabel("Note").fill("Wants a price for two years");
  await context.setOffline(true);
  await sheet.getByRole("button", { name: "Log a touch" }).click();
  await sheet.getByText("No connection. Try again when you are back online.").waitFor();
  expect(await sheet.getByLabel("Note").inputValue()).toBe("Wants a price for two years");
  await context.setOffline(false);
  await sheet.getByRole("button", { name: "Log a touch" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByText("Wants a price for two years").waitFor();
  expect(complaints.filter((complaint) => !complaint.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  await context.close();
});
