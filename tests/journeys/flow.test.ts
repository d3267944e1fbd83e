// A bot's flow as a person edits it: by mouse, keys, finger and plain forms, with undo, offline, and two at once.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editable, enter, holdScripts, launch, open } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Flow {
  nodes: Record<string, { text?: Record<string, unknown>; next?: string; options?: { id: string; next?: string }[] }>;
  [key: string]: unknown;
}

let count = 0;
/** A new bot out of a template, and the address of its flow. */
async function flow(page: Page): Promise<{ address: string; stored: () => Promise<Flow> }> {
  await enter(page, `${base}/admin/bots`);
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  count += 1;
  const answer = await page.request.post(`${base}/api/v1/bots`, {
    data: { name: `Flow ${process.pid}-${count}`, group: "service", template: "service-booking" },
    headers: { "X-CSRF-Token": csrf, "Idempotency-Key": `flow-${process.pid}-${count}`, Origin: base },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const stored = async () => (await (await page.request.get(`${base}/api/v1/bots/${id}/flow`)).json()) as Flow;
  return { address: `${base}/admin/bots/${id}/flow`, stored };
}
const state = (page: Page) => page.locator(".fl-save").getAttribute("data-state");
const text = (page: Page, name: string) => page.locator(`textarea[name="${name}"]`);
const isSaved = (page: Page) => expect.poll(() => state(page)).toBe("saved");

test("a text is changed and kept, undone and redone", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=bye`);
  await editable(page);
  await text(page, "text.en.0").fill("See you soon!");
  await expect.poll(async () => (await stored()).nodes.bye!.text!.en).toBe("See you soon!");
  await isSaved(page);
  expect(await page.locator(".fl-state").innerText()).toMatch(/Saved \d\d:\d\d:\d\d/);
  expect(await page.locator(".fl-bubble").innerText()).toBe("See you soon!");

  // The preview follows the caret.
  await text(page, "text.hi.0").focus();
  await expect.poll(() => page.locator(".fl-bubble").innerText()).toContain("धन्यवाद");

  await page.keyboard.press("Control+z");
  await expect.poll(() => text(page, "text.en.0").inputValue()).toBe("Thank you and goodbye!");
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => text(page, "text.en.0").inputValue()).toBe("See you soon!");
  await page.reload();
  expect(await text(page, "text.en.0").inputValue()).toBe("See you soon!");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a snippet of the workspace is put into a text from the menu of variables", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/snippets/") && requests.push(request.url()));
  const { snippets } = (await (await page.request.get(`${base}/api/v1/snippets/offered`)).json()) as {
    snippets: { key: string; texts: Record<string, string> }[];
  };
  await page.goto(`${address}?node=bye`);
  await editable(page);
  await text(page, "text.hi.0").fill("");
  expect(requests).toEqual([]);
  await page.locator(".fl-column[data-place=beside]").first().getByRole("button", { name: "Variable" }).click();
  const action = page.getByRole("menuitem", { name: snippets[0]!.key }).filter({ visible: true });
  expect(await action.innerText()).toContain(snippets[0]!.texts.hi ?? snippets[0]!.texts.en);
  await action.click();
  await expect.poll(async () => (await stored()).nodes.bye!.text!.hi).toBe(`{{snippet.${snippets[0]!.key}}}`);
  expect(requests).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Open an editor whose scripts wait until they are let go. */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const release = await holdScripts(page, address, "#main .fl-side");
  return async () => {
    await release();
    await editable(page);
  };
}

test("what is typed and chosen before the script has come is taken over with it", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  const go = await openWithoutScripts(page, `${address}?node=ask_day`);
  expect(await page.locator("#main .unscripted").filter({ visible: true }).count()).toBe(0);
  await text(page, "text.en.0").fill("On which day?");
  await page.locator("input[name=open_only][type=checkbox]").uncheck();
  await page.fill("input[name=save]", "date");
  await page.fill('input[name="retry.times"]', "3");
  await page.locator('select[name="retry.then"]').selectOption("cost");
  await text(page, "retry.text.hi.0").fill("कौन सा दिन?");
  await page.keyboard.press("Home");
  await go();
  await page.keyboard.type("तो ");
  await expect
    .poll(async () => (await stored()).nodes.ask_day)
    .toEqual({
      type: "input",
      kind: "date",
      save: "date",
      text: expect.objectContaining({ en: "On which day?" }),
      retry: { times: 3, text: expect.objectContaining({ hi: "तो कौन सा दिन?" }), then: "cost" },
      next: "check_day",
    });

  const rename = await openWithoutScripts(page, `${address}?node=bye`);
  await page.fill("input[name=id]", "farewell");
  await page.keyboard.press("Shift+Tab");
  await rename();
  await expect.poll(() => page.url()).toContain("node=farewell");
  await expect.poll(async () => (await stored()).nodes.rate!.next).toBe("farewell");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a node is added between two others, gets its text, is deleted and comes back", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=hello`);
  await editable(page);
  await page.getByRole("link", { name: "Add a node" }).first().click();
  await page.locator(".fl-new select[name=after]").selectOption("hello");
  await page.locator(".fl-type", { hasText: "Message" }).click();
  await expect.poll(() => page.url()).toContain("node=message");
  await expect
    .poll(() => page.locator(".fl-checks .fl-issue").allInnerTexts())
    .toEqual([expect.stringContaining("No text in English and Hindi.")]);
  await text(page, "text.en.0").fill("A word before we begin.");
  await text(page, "text.hi.0").fill("शुरू करने से पहले एक बात।");
  await expect.poll(async () => (await stored()).nodes.message?.text?.hi).toBe("शुरू करने से पहले एक बात।");
  await expect.poll(() => page.locator(".fl-well").count()).toBe(1);
  const { nodes } = await stored();
  expect([nodes.hello!.next, nodes.message!.next]).toEqual(["message", "menu"]);

  await page.getByRole("button", { name: "Delete Message" }).click();
  await expect.poll(async () => Object.keys((await stored()).nodes)).not.toContain("message");
  expect((await stored()).nodes.hello!.next).toBe("menu");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => (await stored()).nodes.hello!.next).toBe("message");
  expect(complaints).toEqual([]);
  await context.close();
});

test("rows of the outline are dragged: a node behind another, an option before its sister, and back", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=menu`);
  await editable(page);
  const before = await stored();
  const drag = async (from: string, to: string) => {
    const [held, over] = [page.locator(from), page.locator(to)];
    await held.scrollIntoViewIfNeeded();
    const start = (await held.boundingBox())!;
    await page.mouse.move(start.x + 60, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x + 60, start.y + start.height, { steps: 4 });
    const end = (await over.boundingBox())!;
    await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 8 });
    await expect.poll(() => over.getAttribute("data-over")).toBe("");
    await page.mouse.up();
  };
  const option = (at: number) => `[data-row='["menu","options",${at},"next"]']`;
  await drag(option(0), option(1));
  const ids = (now: Flow) => now.nodes.menu!.options!.map(({ id }) => id);
  const [first, second, ...rest] = ids(before);
  await expect.poll(async () => ids(await stored())).toEqual([second, first, ...rest]);
  expect(page.url()).toContain("node=menu");

  const row = (name: string) => `[data-row='["${name}"]']`;
  const ways = async () => {
    const { nodes } = await stored();
    return [nodes.booked!.next, nodes.booked_text!.next, nodes.rate!.next];
  };
  await drag(row("booked_text"), row("rate"));
  await expect.poll(ways).toEqual(["rate", "bye", "booked_text"]);
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(ways).toEqual(["booked_text", "rate", "bye"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a button that leads nowhere is red until it leads somewhere, and the checks lead to it", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=menu`);
  await editable(page);
  await page.locator('select[name="options.0.next"]').selectOption("");
  expect(await page.locator(".fl-to.bad").innerText()).toContain("nowhere");
  expect(await page.locator('select[name="options.0.next"]').getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => page.locator(".fl-issue").count()).toBeGreaterThan(0);

  await page.getByRole("treeitem", { name: "Bye", exact: true }).click();
  await expect.poll(() => page.url()).toContain("node=bye");
  await page.locator(".fl-title h2").click();
  await page.keyboard.press("n");
  await expect.poll(() => page.url()).toContain("node=menu");
  await page.locator('select[name="options.0.next"]').selectOption("cost");
  await expect.poll(async () => (await stored()).nodes.menu!.options![0]!.next).toBe("cost");
  expect(complaints).toEqual([]);
  await context.close();
});

test("the later of two tabs is shown what the earlier one saved, and loses nothing", async () => {
  const { page, context } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=bye`);
  await editable(page);
  const other = await context.newPage();
  await other.goto(`${address}?node=bye`);
  await editable(other);
  await text(other, "text.en.0").fill("Theirs");
  await isSaved(other);
  await expect.poll(async () => (await stored()).nodes.bye!.text!.en).toBe("Theirs");

  await text(page, "text.en.0").fill("Mine");
  await text(page, "text.hi.0").fill("मेरा");
  await page.locator(".differences").waitFor();
  expect(await page.locator(".differences tbody th").allInnerTexts()).toEqual(["Text, English"]);
  expect(await page.locator(".differences tbody td").allInnerTexts()).toEqual(["Mine", "Theirs"]);
  expect(await text(page, "text.hi.0").inputValue()).toBe("मेरा");
  await page.getByRole("button", { name: "Save choice" }).click();
  await expect.poll(async () => (await stored()).nodes.bye!.text).toEqual({ en: "Mine", hi: "मेरा" });

  // What does not clash comes together by itself.
  await other.locator(".fl-reached").getByRole("link", { name: "Rate" }).click();
  await other.locator(".fl-title h2", { hasText: "Rate" }).waitFor();
  await text(other, "text.en.0").fill("How was it?");
  await expect.poll(async () => (await stored()).nodes.rate!.text!.en).toBe("How was it?");
  expect((await stored()).nodes.bye!.text).toEqual({ en: "Mine", hi: "मेरा" });
  await context.close();
});

test("offline what is typed stays, leaving asks, and it is saved once there is a connection", async () => {
  const { page, context } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=bye`);
  await editable(page);
  await page.route("**/api/v1/bots/*/flow", (route) => route.abort());
  await text(page, "text.en.0").fill("Typed in a tunnel");
  await expect.poll(() => state(page)).toBe("offline");
  await page.getByRole("treeitem", { name: "Hello", exact: true }).click();
  await expect.poll(() => page.url()).toContain("node=hello");
  await page.locator(".page-head .back").click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.unroute("**/api/v1/bots/*/flow");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(async () => (await stored()).nodes.bye!.text!.en).toBe("Typed in a tunnel");
  await isSaved(page);
  await page.locator(".page-head .back").click();
  await expect.poll(() => page.url()).toBe(`${base}/admin/bots`);
  await context.close();
});

test("what was typed and never saved is back on the next visit", async () => {
  const { page, context } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=bye`);
  await editable(page);
  await page.route("**/api/v1/bots/*/flow", (route) => route.abort());
  await text(page, "text.en.0").fill("Typed before the battery died");
  await expect.poll(() => state(page)).toBe("offline");
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto(`${address}?node=bye`);
  await expect.poll(() => text(again, "text.en.0").inputValue()).toBe("Typed before the battery died");
  await expect.poll(async () => (await stored()).nodes.bye!.text!.en).toBe("Typed before the battery died");
  await context.close();
});

test("with the keyboard only a node is found, added, moved, renamed, deleted and brought back", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=hello`);
  await editable(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  await page.locator('[role="treeitem"][tabindex="0"]').focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Menu");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toContain("Book a service");
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBe("Menu");
  // All keys are sent at once: letters that come late on a busy machine begin another word.
  const find = async (letters: string) => {
    await Promise.all([...letters].map((letter) => page.keyboard.press(letter)));
    return focused();
  };
  await expect.poll(() => find("ra"), { interval: 1500 }).toBe("Rate");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.locator('[data-group="start"]').getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => find("booked t"), { interval: 1500 }).toBe("Booked text");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("node=booked_text");
  await page.locator(".fl-title h2", { hasText: "Booked text" }).waitFor();
  const isEdited = () => text(page, "text.en.0").evaluate((field) => field === document.activeElement);
  await expect.poll(isEdited).toBe(true);
  await page.keyboard.press("Escape");
  expect(await focused()).toBe("Booked text");
  await page.keyboard.press("Enter");
  await expect.poll(isEdited).toBe(true);
  expect(await text(page, "text.en.0").inputValue()).not.toContain("\n");
  await page.keyboard.press("Escape");

  await page.keyboard.press("a");
  await page.locator(".fl-new").waitFor();
  await page.locator('.fl-type[value="message"]').focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("node=message");
  await page.locator(".fl-title h2", { hasText: "Message" }).waitFor();
  await text(page, "text.en.0").focus();
  await page.keyboard.type("One more thing.");
  await text(page, "text.hi.0").focus();
  await page.keyboard.type("एक और बात।");
  const name = page.locator("input[name=id]");
  await name.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("one_more");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("node=one_more");
  await expect.poll(async () => (await stored()).nodes.booked_text!.next).toBe("one_more");

  await page.locator(".fl-title .icon-button").last().focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(async () => (await stored()).nodes.one_more!.next).toBe("booked_text");
  await page.getByRole("button", { name: "Delete One more" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => Object.keys((await stored()).nodes)).not.toContain("one_more");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await stored()).nodes.one_more!.next).toBe("booked_text");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a node goes from one bot into another by the clipboard", async () => {
  const { page, context, complaints } = await open(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const first = await flow(page);
  const second = await flow(page);
  await page.goto(`${first.address}?node=cost`);
  await editable(page);
  await page.locator(".fl-title h2").click();
  await page.keyboard.press("c");
  await page.getByText("Cost copied.").first().waitFor({ state: "attached" });
  await page.goto(`${second.address}?node=hours`);
  await editable(page);
  await page.locator(".fl-title h2").click();
  await page.keyboard.press("Control+v");
  await expect.poll(async () => (await second.stored()).nodes.hours!.next).toBe("cost_2");
  expect((await second.stored()).nodes.cost_2!.text).toEqual((await first.stored()).nodes.cost!.text);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without JavaScript a node is found, changed, refused, added and deleted by plain forms", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  const { address, stored } = await flow(page);
  await page.goto(address);
  await page.fill(".fl-find input[name=q]", "goodbye");
  await page.press(".fl-find input[name=q]", "Enter");
  await page.locator(".fl-node", { hasText: "Bye" }).click();
  expect(page.url()).toContain("node=bye");
  await text(page, "text.en.0").fill("See you!");
  await page.getByRole("button", { name: "Save node" }).click();
  expect((await stored()).nodes.bye!.text!.en).toBe("See you!");
  await page.getByText("Saved.").waitFor();

  await page.locator("input[name=id]").fill("two words");
  await text(page, "text.en.0").fill("Typed and refused");
  await page.getByRole("button", { name: "Save node" }).click();
  expect(await page.locator("input[name=id]").getAttribute("aria-invalid")).toBe("true");
  expect(await text(page, "text.en.0").inputValue()).toBe("Typed and refused");
  await page.locator("input[name=id]").fill("farewell");
  await page.getByRole("button", { name: "Save node" }).click();
  expect(page.url()).toContain("node=farewell");
  expect((await stored()).nodes.rate!.next).toBe("farewell");

  await page.goto(`${address}?node=menu`);
  await page.locator('textarea[name="options.3.label.en.0"]').fill("Something else");
  await page.locator('select[name="options.3.next"]').selectOption("cost");
  await page.locator('input[name="options.1.remove"]').check();
  await page.getByRole("button", { name: "Save node" }).click();
  expect((await stored()).nodes.menu!.options!.map(({ id }) => id)).toEqual(["book", "person", "something_else"]);

  await page.goto(`${address}?node=hello&add=1`);
  await page.locator('.fl-type[value="wait"]').click();
  expect(page.url()).toContain("node=wait");
  expect((await stored()).nodes.hello!.next).toBe("wait");
  await page.getByRole("button", { name: "Delete Wait" }).click();
  expect((await stored()).nodes.hello!.next).toBe("menu");

  await page.goto(`${address}?part=fallback`);
  await page.fill('input[name="fallback.times"]', "3");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  expect((await stored()).fallback).toMatchObject({ times: 3, then: "person" });
  await context.close();
});

test("without JavaScript the later of two forms learns what the earlier one saved", async () => {
  const { page, context } = await open(browser, { javaScriptEnabled: false });
  const { address, stored } = await flow(page);
  await page.goto(`${address}?node=bye`);
  const other = await context.newPage();
  await other.goto(`${address}?node=bye`);
  await text(other, "text.en.0").fill("Theirs");
  await other.getByRole("button", { name: "Save node" }).click();
  await text(page, "text.en.0").fill("Mine");
  await page.getByRole("button", { name: "Save node" }).click();
  await page.getByText("Someone else saved changes first.").waitFor();
  expect(await page.locator(".differences tbody td").allInnerTexts()).toEqual(["Mine", "Theirs"]);
  expect(await text(page, "text.en.0").inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Save node" }).click();
  expect((await stored()).nodes.bye!.text!.en).toBe("Mine");
  await context.close();
});

test("at 390 px the list leads to a node and back, and everything is large enough for a finger", async () => {
  const { page, context, complaints } = await open(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { address, stored } = await flow(page);
  await page.goto(address);
  await editable(page);
  expect(await page.locator(".fl-middle").isVisible()).toBe(false);
  await page.locator(".fl-node", { hasText: "Ask work" }).tap();
  await page.locator(".fl-form").waitFor();
  expect(await page.locator(".fl-outline").isVisible()).toBe(false);
  await text(page, "text.en.0").fill("What needs doing?");
  expect(await text(page, "text.hi.0").isVisible()).toBe(false);
  await page.getByRole("navigation", { name: "Second language" }).getByText("हिन्दी").tap();
  await text(page, "text.hi.0").waitFor();
  await page.getByRole("link", { name: "Preview" }).tap();
  await page.locator(".fl-press").first().waitFor();
  await page.getByRole("link", { name: "Form" }).tap();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".fl a, .fl button, .fl select, .fl summary")]
      .filter(
        (element) => element.checkVisibility() && !element.closest("p, td") && !element.classList.contains("menu-item"),
      )
      .map((element) => [
        element.textContent?.trim() || element.getAttribute("aria-label"),
        element.getBoundingClientRect().height,
      ])
      .filter(([, height]) => Number(height) < 39.5),
  );
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // A menu longer than the room there is scrolls.
  await page.getByRole("button", { name: "Variable" }).filter({ visible: true }).first().tap();
  const menu = page.locator(".float:popover-open");
  await menu.getByRole("menuitem", { name: "greeting" }).waitFor();
  const [top, bottom] = await menu.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [box.top, innerHeight - box.bottom];
  });
  expect(Math.min(top!, bottom!)).toBeGreaterThanOrEqual(0);
  await menu.evaluate((element) => (element as HTMLElement).hidePopover());
  await page.getByRole("link", { name: "Done" }).tap();
  await page.locator(".fl-outline").waitFor();
  await expect.poll(async () => (await stored()).nodes.ask_work!.text!.en).toBe("What needs doing?");
  expect(complaints).toEqual([]);
  await context.close();
});
