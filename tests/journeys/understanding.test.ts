// What a bot understands, as a person teaches it: phrases, many at once, training, a tried phrase, values.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editable, enter, launch, open } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Flow {
  intents: Record<string, { goto: string; phrases?: Record<string, string[]>; title?: Record<string, string> }>;
  entities: Record<string, { values: Record<string, Record<string, string[]>> }>;
}

let count = 0;
/** A new bot out of a template, and the address of what it understands. */
async function bot(page: Page): Promise<{ address: string; stored: () => Promise<Flow> }> {
  await enter(page, `${base}/admin/bots`);
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  count += 1;
  const answer = await page.request.post(`${base}/api/v1/bots`, {
    data: { name: `Intents ${process.pid}-${count}`, group: "service", template: "service-booking" },
    headers: { "X-CSRF-Token": csrf, "Idempotency-Key": `intents-${process.pid}-${count}`, Origin: base },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const stored = async () => (await (await page.request.get(`${base}/api/v1/bots/${id}/flow`)).json()) as Flow;
  return { address: `${base}/admin/bots/${id}/understanding`, stored };
}

test("an intent is added with phrases, trained, and recognises what is like them", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await bot(page);
  await page.goto(address);
  await editable(page);
  await page.locator(".in-intents .card-aside a", { hasText: "Intent" }).click();
  await page.fill(".in-new input[name=id]", "warranty.ask");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("intent=warranty.ask");
  for (const phrase of ["is my car under warranty", "warranty period of the vehicle", "how long is the warranty"]) {
    await page.locator(".in-phrases input").last().fill(phrase);
    await page.locator(".in-phrases input").last().press("Enter");
  }
  await expect
    .poll(async () => (await stored()).intents["warranty.ask"]?.phrases?.en)
    .toEqual(["is my car under warranty", "warranty period of the vehicle", "how long is the warranty"]);

  // A phrase is edited where it is, and removed.
  await page.locator('.in-phrases input[name="phrases.en.1"]').fill("what does the warranty cover");
  await page.getByRole("button", { name: "Remove how long is the warranty" }).click();
  await expect
    .poll(async () => (await stored()).intents["warranty.ask"]?.phrases?.en)
    .toEqual(["is my car under warranty", "what does the warranty cover"]);

  const stale = page.getByText("Phrases have changed. Train to use them.");
  await expect.poll(() => stale.count(), { timeout: 60_000 }).toBe(1);
  await page.getByRole("button", { name: /^Train with/ }).click();
  await expect.poll(() => stale.count(), { timeout: 60_000 }).toBe(0);
  await expect.poll(() => page.locator(".in-training .pill").innerText(), { timeout: 60_000 }).toBe("Ready");
  await expect.poll(() => page.locator(".in-intents tbody .in-quality").count()).toBeGreaterThan(0);
  await page.fill('.in-try input[name="texts[]"]', "what does my warranty cover");
  await page.locator(".in-try").getByRole("button", { name: "Try", exact: true }).click();
  await expect.poll(() => page.locator(".in-candidates span").first().innerText()).toBe("Warranty ask");
  expect(await page.locator(".in-try .pill").first().innerText()).toBe("Answers");
  await page.getByRole("button", { name: "Add phrase" }).click();
  await expect
    .poll(async () => (await stored()).intents["warranty.ask"]?.phrases?.en)
    .toContain("what does my warranty cover");
  expect(complaints).toEqual([]);
  await context.close();
});

test("pasted lines are checked: new, there already, and in another intent", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await bot(page);
  await page.goto(`${address}?intent=service.cost&paste=1`);
  await editable(page);
  await page.fill(
    'textarea[name="phrases[]"]',
    "what does the 20k service cost\nService charges!\nbook a service\nपहली सर्विस का खर्चा",
  );
  await expect.poll(() => page.locator(".in-is-new").count()).toBe(2);
  expect(await page.locator(".in-is-there").innerText()).toContain("Already there");
  expect(await page.locator(".in-is-near bdi").innerText()).toBe("book a service");
  await page.getByRole("combobox", { name: "What to do with “book a service”" }).selectOption({ label: "Leave out" });
  await page.getByRole("button", { name: "Add 2 phrases" }).click();
  await expect.poll(async () => (await stored()).intents["service.cost"]?.phrases?.hi).toContain("पहली सर्विस का खर्चा");
  const { phrases } = (await stored()).intents["service.cost"]!;
  expect(phrases!.en!.filter((phrase) => /charges/i.test(phrase) && phrase.length < 20)).toEqual(["service charges"]);
  expect(phrases!.en).not.toContain("book a service");
  await page.keyboard.press("Control+z");
  await expect
    .poll(async () => (await stored()).intents["service.cost"]?.phrases?.hi)
    .not.toContain("पहली सर्विस का खर्चा");
  expect(complaints).toEqual([]);
  await context.close();
});

test("columns of a sheet are asked about where they can be read in two ways", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await bot(page);
  await page.goto(`${address}?intent=service.cost&paste=1`);
  await editable(page);
  await page.fill(
    'textarea[name="phrases[]"]',
    "please fix my gearbox\tservice.book\thi\nmy clutch slips badly\tnobody\ten",
  );
  const submit = page.locator("#paste button[type=submit]");
  await page.getByText("Choose what each column holds.").waitFor();
  expect(await page.locator(".in-lines li").count()).toBe(0);
  await submit.click();
  expect((await stored()).intents["service.book"]!.phrases!.hi).not.toContain("please fix my gearbox");
  await page.getByRole("combobox", { name: "What column 1 holds" }).selectOption({ label: "Phrase" });
  await page.getByRole("combobox", { name: "What column 2 holds" }).selectOption({ label: "Intent" });
  await expect.poll(() => page.locator(".in-lines li").count()).toBe(2);
  expect(await page.locator(".in-is-unknown bdi").innerText()).toBe("my clutch slips badly");
  const choice = page.getByRole("combobox", { name: "What to do with “please fix my gearbox”" });
  if (await choice.count()) await choice.selectOption("service.book");
  await submit.click();
  await expect
    .poll(async () => (await stored()).intents["service.book"]?.phrases?.hi)
    .toContain("please fix my gearbox");
  expect(await page.inputValue('textarea[name="phrases[]"]')).toBe("my clutch slips badly\tnobody\ten");
  await page
    .getByRole("combobox", { name: "What to do with “my clutch slips badly”" })
    .selectOption({ label: "Leave out" });
  await submit.click();
  await page.locator("#paste").waitFor({ state: "detached" });
  expect(JSON.stringify(await stored())).not.toContain("my clutch slips badly");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a value gets another way to say it", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await bot(page);
  await page.goto(`${address}?entity=model`);
  await editable(page);
  await page.fill('textarea[name="values.0.en"]', "Vela\nVela 1.5\nVela sedan");
  await page.locator('input[name="values.4.id"]').fill("comet");
  await page.keyboard.press("Enter");
  await expect.poll(async () => Object.keys((await stored()).entities.model!.values)).toContain("comet");
  expect((await stored()).entities.model!.values.vela!.en).toEqual(["Vela", "Vela 1.5", "Vela sedan"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without JavaScript an intent is added, gets phrases one by one and many at once, and is deleted", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  const { address, stored } = await bot(page);
  await page.goto(`${address}?add=intent`);
  await page.fill(".in-new input[name=id]", "loaner");
  await page.getByRole("button", { name: "Add intent" }).click();
  expect(page.url()).toContain("intent=loaner");
  await page.fill('input[name="phrases.en.0"]', "do you have a loaner car");
  await page.locator("#intent").getByRole("button", { name: "Save" }).click();
  await page.goto(`${address}?intent=loaner&paste=1`);
  await page.fill('textarea[name="phrases[]"]', "can I get a courtesy car\nreplacement car please");
  await page.locator("#paste").getByRole("button", { name: "Add" }).click();
  expect((await stored()).intents.loaner!.phrases).toEqual({
    en: ["do you have a loaner car", "can I get a courtesy car", "replacement car please"],
  });

  await page.fill('.in-try input[name="texts[]"]', "book a service");
  await page.locator(".in-try").getByRole("button", { name: "Try", exact: true }).click();
  await page.locator(".in-values").waitFor();
  expect(await page.locator('.in-try input[name="texts[]"]').inputValue()).toBe("book a service");

  await page.goto(`${address}?intent=loaner`);
  await page.getByRole("button", { name: "Delete Loaner" }).click();
  expect(Object.keys((await stored()).intents)).not.toContain("loaner");
  await context.close();
});
