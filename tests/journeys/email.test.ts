// Mail as a person uses it: read, starred, thrown away and taken back, written with drafts that survive, sent to
// someone, by keys and by plain forms.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, settled, enter, awaitHydration } from "./browser";
import { base } from "./here";
import { UNDO_SECONDS } from "./installation";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const url = `${base}/apps/email`;

async function mail(page: Page, path = "", who: [string, string] = ["admin@demo.com", "admin"]): Promise<void> {
  await enter(page, url + path, ...who);
  if (!page.url().includes(path)) await page.goto(url + path);
}
const subjects = (page: Page) => page.locator(".mail-row .mail-subject").allInnerTexts();
const row = (page: Page, subject: string) => page.locator(".mail-row", { hasText: subject });
/** What a toast says while sending can be undone. */
const SENDING = `Sending in ${UNDO_SECONDS} seconds`;
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).first().click();

test("mail is read, starred, thrown away and taken back without a new page", async () => {
  const { page, context, complaints, requests } = await open(browser);
  await mail(page);
  await awaitHydration(page);
  expect(requests.filter((path) => path.includes("/api/") && !path.includes("/api/v1/live"))).toEqual([]);
  expect((await subjects(page)).length).toBe(24);
  // Labels are read, not guessed from a colour, at any width.
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const label = row(page, "Kestrel EV audience").locator(".of-company");
    expect(await label.innerText()).toBe("Company");
    expect((await label.boundingBox())!.width).toBeGreaterThan(40);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await row(page, "Kestrel EV audience").locator(".mail-subject").click();
  await page.locator(".mail-head h1", { hasText: "Kestrel EV audience" }).waitFor();
  await expect.poll(() => row(page, "Kestrel EV audience").getAttribute("class")).toBe("mail-row");
  await expect.poll(() => page.frameLocator(".mail-frame").locator("p").first().innerText()).toContain("4,030 people");
  await page.keyboard.press("s");
  await expect
    .poll(() => row(page, "Kestrel EV audience").locator(".mail-star").getAttribute("aria-pressed"))
    .toBe("true");
  await page.keyboard.press("e");
  await expect.poll(() => subjects(page)).not.toContain("Kestrel EV audience");
  await undo(page);
  await expect.poll(() => subjects(page)).toContain("Kestrel EV audience");

  await row(page, "Lunch for Meera").locator(".mail-pick").check();
  await row(page, "Training in Coimbatore").locator(".mail-pick").check();
  await page.locator(".mail-ticked", { hasText: "2 selected" }).waitFor();
  await page.locator(".mail-acts .menu-face").click();
  await page.locator(".mail-acts").getByRole("button", { name: "Add Important" }).click();
  await expect.poll(() => row(page, "Lunch for Meera").locator(".of-important").count()).toBe(1);
  await undo(page);
  await expect.poll(() => row(page, "Lunch for Meera").locator(".of-important").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("keys go through the list as people know them", async () => {
  const { page, context } = await open(browser);
  await mail(page);
  await awaitHydration(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  expect(await page.locator(".mail-row").nth(1).locator(".mail-pick").isChecked()).toBe(true);
  await page.keyboard.press("o");
  await page.locator(".mail-head h1").waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog[open]", { hasText: "Reply to all" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".mail-paper").click();
  await page.keyboard.press("r");
  await page.waitForURL(/compose\?answers=/);
  await expect.poll(() => page.inputValue("[name=subject]")).toMatch(/^Re: /);
  await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).name === "text");
  await page.keyboard.type("jx");
  expect(await page.inputValue("[name=text]")).toMatch(/^jx/);
  await context.close();
});

test("what is hostile does nothing, and no picture is fetched from elsewhere", async () => {
  const { page, context } = await open(browser);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) elsewhere.push(request.url());
  });
  await mail(page);
  await page.locator(".mail-subject", { hasText: "The new Kestrel EV" }).click();
  await page.locator(".notice", { hasText: "2 external images are blocked" }).waitFor();
  const inside = page.frameLocator(".mail-frame");
  await inside.locator("h1").waitFor();
  expect(await inside.locator("script, iframe, img, [onclick], [href^=javascript]").count()).toBe(0);
  expect(elsewhere).toEqual([]);
  await context.close();
});

test("a draft is kept while one types, survives a reload without a connection, and is sent", async () => {
  const { page, context, complaints } = await open(browser);
  await mail(page);
  await awaitHydration(page);
  await page.keyboard.press("c");
  await page.fill("[name=to]", "client@demo.com, out@elsewhere.example");
  await page.fill("[name=subject]", "From one to another");
  await page.fill("[name=text]", "First line");
  await page.locator(".mail-kept", { hasText: /^Saved/ }).waitFor();
  expect(page.url()).toContain("draft=");
  await page.reload();
  expect(await page.inputValue("[name=text]")).toBe("First line");
  await settled(page);

  await context.setOffline(true);
  await page.fill("[name=text]", "First line, and more");
  await page.locator(".mail-kept", { hasText: "in this browser" }).waitFor();
  await context.setOffline(false);
  await page.locator(".mail-kept", { hasText: /^Saved/ }).waitFor();
  // What was not sent to the server before the page went away comes back with it.
  await page.route("**/api/v1/mail/drafts/*", (route) => route.abort());
  await page.fill("[name=text]", "First line, more, and the last");
  await page.locator(".mail-kept", { hasText: "in this browser" }).waitFor();
  await page.unroute("**/api/v1/mail/drafts/*");
  await page.reload();
  await page.locator(".notice", { hasText: "Draft restored" }).waitFor();
  expect(await page.inputValue("[name=text]")).toBe("First line, more, and the last");
  await page.locator(".mail-kept", { hasText: /^Saved/ }).waitFor();

  await page.getByRole("button", { name: "Attach files" }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "plan.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await page.locator(".mail-file", { hasText: "plan.csv" }).waitFor();
  await page.fill("[name=subject]", "From one to another, with a plan");
  // It arrives on a page that is open already.
  const other = await open(browser);
  await mail(other.page, "", ["client@demo.com", "client"]);
  await awaitHydration(other.page);
  // Enter in the subject goes on to the text.
  await page.locator("[name=subject]").press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("text");
  // Whom mail does not reach is reported at the field, and nothing is sent.
  const to = await page.inputValue("[name=to]");
  await page.locator(".field-error", { hasText: "is not in your workspace" }).waitFor();
  await page.locator("[name=text]").press("Control+Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("to");
  await page.fill(
    "[name=to]",
    to
      .split(",")
      .filter((line) => line.includes("@demo.com"))
      .join(","),
  );
  await page.locator(".field-error").waitFor({ state: "detached" });
  await page.locator("[name=text]").press("Control+Enter");
  // It is on its way, and is taken back; the second time the page is left, and it is sent all the same.
  await page.locator(".toast", { hasText: SENDING }).getByRole("button", { name: "Undo" }).click();
  await page.getByText("It is a draft again").first().waitFor({ state: "attached" });
  expect(await page.inputValue("[name=subject]")).toBe("From one to another, with a plan");
  await awaitHydration(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".toast", { hasText: SENDING }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/apps/email");
  await page.goto("about:blank");
  await expect.poll(async () => (await subjects(other.page))[0]).toBe("From one to another, with a plan");
  await page.goto(`${url}/sent`);
  expect((await subjects(page))[0]).toBe("From one to another, with a plan");
  await page.goto(`${url}/draft`);
  expect(await subjects(page)).not.toContain("From one to another");
  expect(complaints.filter((complaint) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(complaint))).toEqual([]);
  await context.close();

  await row(other.page, "with a plan").locator(".mail-subject").click();
  await other.page.locator(".mail-file", { hasText: "plan.csv" }).waitFor();
  await expect.poll(() => other.page.frameLocator(".mail-frame").locator("body").innerText()).toContain("and the last");
  await other.context.close();
});

test("the later of two editors of a draft is asked which words to keep", async () => {
  const { page, context } = await open(browser);
  await mail(page, "/draft");
  await page.locator(".mail-subject", { hasText: "Ideas for the Kestrel" }).click();
  await page.locator("[name=text]").waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await settled(other);
  await Promise.all([
    other.waitForResponse((answer) => answer.request().method() === "PATCH"),
    other.fill("[name=text]", "Theirs"),
  ]);
  await page.fill("[name=text]", "Mine");
  await page.locator(".mail-theirs", { hasText: "Theirs" }).waitFor();
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok()),
    page.getByRole("button", { name: "Keep mine" }).click(),
  ]);
  await other.reload();
  expect(await other.inputValue("[name=text]")).toBe("Mine");
  await context.close();
});

test("all of it works as plain links and forms", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await mail(page);
  await row(page, "Chennai closed on Friday").locator(".mail-pick").check();
  await row(page, "Chennai closed on Friday").locator(".mail-star").click();
  expect(await row(page, "Chennai closed on Friday").locator(".mail-star").getAttribute("aria-pressed")).toBe("true");
  await row(page, "Chennai closed on Friday").locator(".mail-pick").check();
  await page.locator(".mail-acts button[value=trash]").click();
  await page.getByText("Done.", { exact: true }).waitFor();
  expect(await subjects(page)).not.toContain("Chennai closed on Friday");
  await page.goto(`${url}/trash`);
  await page.locator(".mail-subject", { hasText: "Chennai closed on Friday" }).click();
  await page.locator(".mail-does button[value=back]").click();
  await page.goto(url);
  expect(await subjects(page)).toContain("Chennai closed on Friday");

  await page.fill(".mail-top [name=q]", "voice provider");
  await Promise.all([page.waitForURL(/q=voice/), page.press(".mail-top [name=q]", "Enter")]);
  expect(await subjects(page)).toEqual(["Voice provider credentials"]);

  await page.goto(`${url}/compose`);
  await page.fill("[name=subject]", "By hand");
  await page.getByRole("button", { name: "Save draft, then attach" }).click();
  expect(page.url()).toContain("draft=");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("note") });
  await page.getByRole("button", { name: "Upload" }).click();
  await page.locator(".mail-file", { hasText: "note.txt" }).waitFor();
  await page.fill("[name=to]", "nobody");
  await page.fill("[name=text]", "Written without a script");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".field-error", { hasText: "Not an email address: nobody" }).waitFor();
  expect(await page.inputValue("[name=text]")).toBe("Written without a script");
  await page.fill("[name=to]", "client@demo.com");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("This email is sent at").waitFor();
  await page.getByRole("button", { name: "Undo sending" }).click();
  expect(await page.inputValue("[name=text]")).toBe("Written without a script");
  await page.fill("[name=text]", "");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".field-error", { hasText: "Send it again to send it without text" }).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("This email is sent at").waitFor();
  const list = async () => {
    await page.goto(`${url}/sent`);
    return (await subjects(page))[0];
  };
  await expect.poll(list, { interval: 250 }).toBe("By hand");
  await context.close();
});

test("one pane at a time on a phone", async () => {
  const { page, context } = await open(browser, { viewport: { width: 390, height: 844 } });
  await mail(page);
  await page.locator(".mail-subject", { hasText: "Minutes of the dealer council" }).click();
  await page.locator(".mail-head h1").waitFor();
  expect(await page.locator(".mail-pane").isVisible()).toBe(false);
  await page.locator(".mail-back").click();
  await page.locator(".mail-pane").waitFor();
  expect(await page.locator(".mail-read").isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await context.close();
});
