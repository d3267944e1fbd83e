// A city manager from invitation to suspension: what they are given is what they see, and an admin can look as they do.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, awaitHydration, nameOfAttempt } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const CITY = "Pune";
interface Row {
  outlet: { name: string } | null;
}

/** The conversations of all time that a page's reader sees: how many, and the outlets of the newest. */
async function seen(page: Page): Promise<{ total: number; outlets: (string | null)[] }> {
  const answer = await page.request.get(`${base}/api/v1/conversations?r=all&per=100`);
  const { total, items } = (await answer.json()) as { total: number; items: Row[] };
  return { total, outlets: [...new Set(items.map(({ outlet }) => outlet?.name ?? null))] };
}

test("a city manager is invited with a scope, joins on a phone, is looked at and suspended", async () => {
  const { page, context, complaints } = await open(browser);
  await enter(page, `${base}/admin/users`);
  await page.goto(`${base}/admin/users?do=new`);
  await awaitHydration(page);
  await page.fill("dialog input[name=full_name]", "Prakash Joshi");
  await page.fill("dialog input[name=email]", `${nameOfAttempt("prakash.joshi")}@suryodaya.example`);
  await page.selectOption("dialog select[name=role]", "subscriber");
  await page.check("dialog input[name='scope.places'][value=ticked]");
  await page.getByRole("checkbox", { name: CITY, exact: true }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  const link = await page.inputValue("input[name=link]");
  const all = await seen(page);

  const phone = await open(browser, { viewport: { width: 390, height: 844 } });
  await phone.page.goto(link);
  await phone.page.getByRole("heading", { level: 1, name: /^Join / }).waitFor();
  expect(await phone.page.locator(".facts").innerText()).toMatch(/You will see\s+Pune/);
  await phone.page.fill("input[name=password]", "a sentence to join with");
  await phone.page.getByRole("button", { name: "Set password and join" }).click();
  await phone.page.waitForURL(`${base}/`);
  const theirs = await seen(phone.page);
  expect(theirs.total).toBeGreaterThan(0);
  expect(theirs.total).toBeLessThan(all.total);
  expect(theirs.outlets.filter((name) => !name?.startsWith(CITY))).toEqual([]);
  await phone.page.goto(`${base}/reports/conversations?r=all`);
  await phone.page.getByRole("heading", { level: 1 }).waitFor();
  // A link to the whole of a report, sent on by someone who sees more, opens on their outlets and says so.
  await page.goto(`${base}/reports/dashboard?r=all`);
  const forwarded = page.url();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText("Your access does not include the others.").count()).toBe(0);
  await phone.page.goto(forwarded);
  const clipped = phone.page.locator(".notice", { hasText: "Your access does not include the others." });
  expect(await clipped.innerText()).toMatch(
    /Showing \d+ of \d+ outlets[^]*Resolved containment: rank [\d, and more]+ of \d+/,
  );
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const csv = await phone.page.request.get(`${base}/api/v1/conversations.csv?r=all`);
  expect(csv.status()).toBe(200);
  expect((await csv.text()).trim().split("\n").length - 1).toBe(theirs.total);
  expect((await phone.page.request.get(`${base}/api/v1/people`)).status()).toBe(403);

  await page.goto(`${base}/admin/users?q=prakash`);
  await page.getByRole("link", { name: "Prakash Joshi" }).click();
  await page.getByRole("link", { name: "Access" }).click();
  await page.getByText("This covers only: Pune.").waitFor();
  await page.getByRole("button", { name: "View as this user" }).click();
  await page.getByText("Viewing as Prakash Joshi").waitFor();
  expect(await seen(page)).toEqual(theirs);
  await page.goto(`${base}/reports/dashboard`);
  await page.getByText("Viewing as Prakash Joshi").waitFor();
  await page.getByRole("button", { name: "Stop viewing" }).click();
  await page.getByRole("heading", { level: 1, name: "Prakash Joshi" }).waitFor();
  expect((await seen(page)).total).toBe(all.total);

  await page.getByRole("link", { name: "Suspend" }).click();
  await page.fill("dialog input[name=reason]", "Left the dealership");
  await page.locator("dialog").getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("button", { name: "Reactivate" }).waitFor();
  await phone.page.goto(`${base}/reports/conversations`);
  expect(new URL(phone.page.url()).pathname).toBe("/pages/login-v1");
  expect([...complaints, ...phone.complaints.filter((text) => !/40[13]/.test(text))]).toEqual([]);
  await phone.context.close();
  await context.close();
});

test("access is given and explained with plain forms where no script runs", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  await enter(page, `${base}/admin/users`);
  await page.goto(`${base}/admin/users/6?tab=access`);
  await page.check("input[name=role][value=subscriber]");
  await page.check("input[name='scope.bots'][value='']");
  const bot = page.locator("input[type=checkbox][name='scope.bots']").first();
  const name = await bot.locator("xpath=..").innerText();
  await bot.check();
  await page.check("input[name=abilities][value='read Bot']");
  await page.getByRole("button", { name: "Save access" }).click();
  await page.getByText(`This covers only: ${name.trim()}.`).waitFor();
  const bots = await page.request.get(`${base}/api/v1/bots`);
  const { items } = (await bots.json()) as { items: { id: string; name: string }[] };
  for (const row of items) {
    await page.goto(`${base}/admin/users/6?tab=access&subject=Bot&thing=${row.id}`);
    const notice = row.name === name.trim() ? /belongs to a bot in/ : /belongs to a bot outside/;
    await page.getByText(notice).waitFor();
  }
  await context.close();
});
