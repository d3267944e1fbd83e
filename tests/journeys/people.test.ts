// The list of users as a person uses it: with script and undo, and with plain forms.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, nameOfAttempt } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const url = `${base}/apps/user/list`;

async function people(page: Page, query = ""): Promise<void> {
  await enter(page, url + query);
}
const names = (page: Page) => page.locator("tbody .pp-names a").allInnerTexts();
/** The sheet is gone, and with it what keeps the page below it from being used. */
const closed = (page: Page) => page.locator("dialog[open]").waitFor({ state: "detached" });

test("someone is added, found, changed, deleted and brought back without a new page", async () => {
  const { page, context, complaints } = await open(browser);
  await people(page);
  const word = nameOfAttempt("Journey");
  await page.getByRole("link", { name: "Invite user" }).click();
  await page.fill("dialog input[name=full_name]", `${word} Nair`);
  await page.fill("dialog input[name=email]", `${word}.nair@vela.example`);
  await page.fill("dialog input[name=username]", `${word}nair`.toLowerCase());
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect.poll(() => names(page).then((all) => all[0])).toBe(`${word} Nair`);
  await closed(page);

  await page.fill(".pp-tools input[name=q]", word);
  await page.press(".pp-tools input[name=q]", "Enter");
  await expect.poll(() => names(page)).toEqual([`${word} Nair`]);
  await page.getByRole("link", { name: `${word} Nair` }).click();
  await page.getByRole("heading", { level: 1, name: `${word} Nair` }).waitFor();
  await page.getByText("User added").waitFor();

  await page.getByRole("link", { name: "Edit user" }).click();
  await page.fill("dialog input[name=company]", "Vela Cars");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("dd", { hasText: "Vela Cars" }).waitFor();
  await closed(page);

  await page.getByRole("button", { name: "Delete user" }).click();
  await page.getByText("This user is deleted.").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByText("This user is deleted.").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ["in the list", {}],
  ["on their page", {}],
  ["in the list without JavaScript", { javaScriptEnabled: false }],
] as const)("what is typed of a user whom another person deletes stays, %s", async (place, options) => {
  const { page, context } = await open(browser, options);
  await people(page);
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  const headers = { "X-CSRF-Token": csrf, Origin: base };
  const name = nameOfAttempt(place.replaceAll(" ", ""));
  const data = { full_name: name, email: `${name}@vela.example`.toLowerCase(), role: "editor" };
  expect((await page.request.post(`${base}/api/v1/invitations`, { data, headers })).status()).toBe(201);
  await page.goto(`${url}?q=${name}`);
  const own = new URL((await page.getByRole("link", { name }).getAttribute("href"))!, base).href;
  const number = own.split("/").at(-1)!;
  await page.goto(place.startsWith("in") ? `${url}?do=edit&who=${number}` : `${own}?do=edit`);
  await page.fill("dialog input[name=company]", "Mine");
  const member = `${base}/api/v1/people/${number}`;
  const etag = (await page.request.get(member)).headers()["etag"]!;
  const isDeleted = await page.request.delete(member, { headers: { ...headers, "If-Match": etag } });
  expect(isDeleted.status()).toBe(200);
  await page.click("dialog footer .primary");
  await page.locator("dialog .notice").waitFor();
  expect(await page.inputValue("dialog input[name=company]")).toBe("Mine");
  await page.click("dialog footer .primary");
  await page.getByText("This user is deleted. Restore them first.").waitFor();
  expect(await page.inputValue("dialog input[name=company]")).toBe("Mine");
  await context.close();
});

test("everything is done with plain forms where no script runs", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  const username = nameOfAttempt("plainmenon");
  const email = `${username}@vela.example`;
  await people(page, "?do=new");
  if (!page.url().includes("do=new")) await page.goto(`${url}?do=new`);
  await page.fill("dialog input[name=full_name]", "Plain Menon");
  await page.fill("dialog input[name=email]", "admin@demo.com");
  await page.fill("dialog input[name=username]", username);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.locator("dialog .field-error").waitFor();
  expect(await page.locator("dialog .field-error").allInnerTexts()).toEqual(["This email is already in use."]);
  expect(await page.inputValue("dialog input[name=full_name]")).toBe("Plain Menon");
  await page.fill("dialog input[name=email]", email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const link = await page.inputValue("input[name=link]");

  const invited = await open(browser, { javaScriptEnabled: false });
  await invited.page.goto(link);
  await invited.page.getByRole("heading", { level: 1, name: /^Join / }).waitFor();
  await invited.page.fill("input[name=password]", "password1");
  await invited.page.getByRole("button", { name: "Set password and join" }).click();
  expect(await invited.page.locator(".field-error").innerText()).toContain("most common passwords");
  expect(await invited.page.inputValue("input[name=password]")).toBe("");
  await page.goto(`${url}?q=${username}`);
  await page.getByRole("link", { name: "Plain Menon" }).click();
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  expect(await page.getByText("Revoked.", { exact: true }).count()).toBe(1);
  await invited.page.goto(link);
  expect(await invited.page.locator("main").innerText()).toContain("This invitation was revoked");
  await page.getByRole("button", { name: "Resend invitation" }).click();
  const another = await page.inputValue("input[name=link]");
  await page.goto(another);
  expect(await page.locator("main .notice").innerText()).toContain(`This link is for ${email}.`);
  await invited.page.goto(another);
  expect(await invited.page.locator("main .notice").count()).toBe(0);
  await invited.page.fill("input[name=password]", "a sentence to join with");
  await invited.page.getByRole("button", { name: "Set password and join" }).click();
  expect(new URL(invited.page.url()).pathname).toBe("/");
  await invited.context.close();

  await page.goto(`${url}?q=${username}`);
  expect(await names(page)).toEqual(["Plain Menon"]);
  await page.getByRole("link", { name: "Plain Menon" }).click();
  await page.getByRole("button", { name: "Delete user" }).click();
  expect(await page.getByText("This user is deleted.").count()).toBe(1);
  await page.getByRole("button", { name: "Restore" }).click();
  expect(await page.getByText("This user is deleted.").count()).toBe(0);
  await page.goto(`${url}?q=${username}&sort=name&status=active`);
  expect(await names(page)).toEqual(["Plain Menon"]);
  await context.close();
});
