// From a figure to an offer for the people behind it, with and without JavaScript.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enter, launch, open } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Counted {
  matched: number;
  count: number;
  excluded: Record<string, number>;
  segment: { people: number; sessions: number; other_clients: number; no_customer: number; unfit: number };
}

/** The whole number of each row of the table under a name, by the row's head. */
const numbersOf = (page: Page, caption: string) =>
  page
    .getByRole("table", { name: caption })
    .locator("tbody tr")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector("th")?.textContent?.trim() ?? "",
          Number(row.lastElementChild?.textContent?.replace(/\D/g, "")),
        ]),
      ),
    );

/** Make an offer of a list that is open, and return what its audience is counted as. */
async function makeOffer(page: Page, name: string): Promise<Counted> {
  await page.getByRole("link", { name: "Make an offer" }).click();
  await page.waitForURL(/\/offers\/new\?segment=/);
  await page.fill("input[name=name]", name);
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/offers\/\d+\?.*tab=audience/);
  await page.getByRole("table", { name: "From conditions to recipients" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").pop();
  const answer = await page.request.get(`${base}/api/v1/offers/${id}/audience`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Counted;
}

describe.each([
  ["without JavaScript", { javaScriptEnabled: false }],
  ["with JavaScript", {}],
] as const)("an offer to the people behind a figure, %s", (mode, options) => {
  test("dashboard, card, people, offer: the numbers agree", async () => {
    const { page, context, complaints } = await open(browser, options);
    await enter(page, `${base}/reports/dashboard`);
    await page.goto(`${base}/reports/dashboard`);
    const card = page.locator('a[href^="/reports/contacts"]').first();
    await Promise.all([page.waitForURL(/reports\/contacts/), card.click()]);
    const list = new URL(page.url());
    const { total } = (await (await page.request.get(`${base}/api/v1/contacts${list.search}`)).json()) as {
      total: number;
    };
    expect(total).toBeGreaterThan(0);
    const counted = await makeOffer(page, `People ${mode}`);
    const { people, other_clients, no_customer, unfit } = counted.segment;
    expect(people).toBe(total);
    expect(await numbersOf(page, "From conditions to recipients")).toMatchObject({
      "People in the report": total,
      Recipients: counted.count,
    });
    expect(people - other_clients - no_customer - unfit).toBe(counted.matched);
    const left = Object.values(counted.excluded).reduce((sum, number) => sum + number, 0);
    expect(counted.matched - left).toBe(counted.count);
    // The report is opened from the offer as it was; emptied, the offer is by its conditions alone.
    expect(await page.inputValue("input[name=segment]")).toBe(list.pathname + list.search);
    await page.fill("input[name=segment]", "");
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => Object.keys(await numbersOf(page, "From conditions to recipients")))
      .not.toContain("People in the report");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a list of conversations and a step of a funnel lead to one as well", async () => {
    const { page, context, complaints } = await open(browser, options);
    await enter(page, `${base}/reports/conversations?is=handed_off`);
    await page.goto(`${base}/reports/conversations?is=handed_off`);
    const talks = (await (await page.request.get(`${base}/api/v1/conversations?is=handed_off`)).json()) as {
      total: number;
    };
    expect((await makeOffer(page, `Talks ${mode}`)).segment.sessions).toBe(talks.total);

    const steps = "steps=event:started;event:fallback";
    await page.goto(`${base}/reports/journey?tab=funnel&scope=contact&${steps}`);
    const funnel = (await (
      await page.request.get(`${base}/api/v1/reports/journey/funnel?scope=contact&${steps}`)
    ).json()) as { steps: { count: number }[] };
    const offers = page.getByRole("table", { name: "Make an offer" });
    await offers.locator("tbody tr").nth(1).getByRole("link").first().click();
    await page.waitForURL(/\/offers\/new\?segment=/);
    await page.fill("input[name=name]", `Step ${mode}`);
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.waitForURL(/tab=audience/);
    const numbers = await numbersOf(page, "From conditions to recipients");
    expect(numbers["People in the report"]).toBe(funnel.steps[1]!.count);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a path of the journey opens its conversations", async () => {
    const { page, context } = await open(browser, options);
    await enter(page, `${base}/reports/journey`);
    await page.goto(`${base}/reports/journey`);
    const place = page.locator('svg.flow > a[href*="first_intent"]').first();
    const n = Number((await place.locator(".flow-n").textContent())?.split("·")[0]?.replace(/\D/g, ""));
    await place.focus();
    await Promise.all([page.waitForURL(/reports\/conversations\?.*first_intent/), page.keyboard.press("Enter")]);
    const list = new URL(page.url());
    const { total } = (await (await page.request.get(`${base}/api/v1/conversations${list.search}`)).json()) as {
      total: number;
    };
    expect(total).toBe(n);
    await page.getByRole("link", { name: "Make an offer" }).waitFor();
    await context.close();
  });
});
