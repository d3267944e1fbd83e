// A bot's flow on the canvas: cards are moved, connected, added and deleted, by mouse and by keys.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, settled } from "./browser";
import { base } from "./here";
import { expectNone, findings } from "./pages";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Flow {
  nodes: Record<string, { next?: string; options?: { id: string; next?: string }[] }>;
}

let count = 0;
/** A new bot out of a template, on its canvas. */
async function canvas(page: Page) {
  await enter(page, `${base}/admin/bots`);
  const csrf = await page.locator("input[name=csrf]").first().inputValue();
  count += 1;
  const answer = await page.request.post(`${base}/api/v1/bots`, {
    data: { name: `Canvas ${process.pid}-${count}`, group: "service", template: "service-booking" },
    headers: { "X-CSRF-Token": csrf, "Idempotency-Key": `canvas-${process.pid}-${count}`, Origin: base },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const of = async <T>(path: string) =>
    (await (await page.request.get(`${base}/api/v1/bots/${id}/${path}`)).json()) as T;
  const address = `${base}/admin/bots/${id}/flow`;
  await page.goto(`${address}?view=canvas`);
  await settled(page);
  await page.locator(".cv-card").first().waitFor();
  return {
    address,
    flow: () => of<Flow>("flow"),
    places: async () => (await of<{ places: Record<string, [number, number]> }>("flow/layout")).places,
    changes: async () => (await of<{ changes: number }>("summary")).changes,
  };
}
const card = (page: Page, name: string) => page.locator(`.cv-card[data-name="${name}"]`);
const main = (page: Page, name: string) => card(page, name).locator(".cv-main");
const port = (page: Page, name: string, key: string) => card(page, name).locator(`[data-port="${key}"]`);
const middle = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}
/** The name of the node that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-name]")?.dataset.name);

test("the canvas is a view of the address, and a move is no change of the flow", async () => {
  const { page, context, complaints } = await open(browser);
  const { address, places, changes, flow } = await canvas(page);
  const [before, counted] = [await flow(), await changes()];
  await page.getByRole("link", { name: "Outline", exact: true }).click();
  await expect.poll(() => page.locator(".cv").count()).toBe(0);
  expect(page.url()).not.toContain("view=");
  await page.getByRole("link", { name: "Canvas", exact: true }).click();
  await card(page, "hello").waitFor();

  const start = await middle(card(page, "hello"));
  await drag(page, start, { x: start.x + 60, y: start.y + 30 });
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello"]);
  const end = await middle(card(page, "hello"));
  expect([Math.round(end.x - start.x), Math.round(end.y - start.y)]).toEqual([60, 30]);
  expect([await flow(), await changes()]).toEqual([before, counted]);
  expect(await page.locator(".fl-save").getAttribute("data-state")).toBe("saved");

  await page.goto(`${address}?view=canvas&node=menu`);
  await expect.poll(async () => middle(card(page, "hello"))).toBeTruthy();
  await page.getByRole("button", { name: "Tidy up" }).click();
  await expect.poll(places).toEqual({});
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("moves are steps of the same history as the flow, on the outline, too", async () => {
  const { page, context, complaints } = await open(browser);
  const { places, flow } = await canvas(page);
  const text = page.locator(".fl-form textarea").first();
  const before = await text.inputValue();
  await main(page, "hello").focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello"]);
  await text.fill("Welcome");
  await main(page, "menu").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello", "menu"]);
  const moved = await places();

  await page.keyboard.press("Control+z");
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello"]);
  expect(await text.inputValue()).toBe("Welcome");
  await page.keyboard.press("Control+z");
  await expect.poll(() => text.inputValue()).toBe(before);
  await page.keyboard.press("Control+z");
  await expect.poll(places).toEqual({});
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+y");
  await expect.poll(places).toEqual(moved);
  await expect.poll(async () => JSON.stringify(await flow())).toContain("Welcome");

  await page.getByRole("link", { name: "Outline", exact: true }).click();
  await expect.poll(() => page.locator(".cv").count()).toBe(0);
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello"]);
  await page.getByRole("link", { name: "Canvas", exact: true }).click();
  await card(page, "hello").waitFor();
  await page.locator(".cv").focus();
  await page.keyboard.press("Control+y");
  await expect.poll(places).toEqual(moved);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an output is led to another card, taken back, and led to a new node", async () => {
  const { page, context, complaints } = await open(browser);
  const { flow } = await canvas(page);
  const next = async () => (await flow()).nodes.hello!.next;
  const before = await next();
  const target = Object.keys((await flow()).nodes).find((name) => !["hello", before].includes(name))!;
  await page.locator(".cv").focus();
  await page.keyboard.press("0");
  await drag(page, await middle(port(page, "hello", "next")), await middle(card(page, target)));
  await expect.poll(next).toBe(target);
  await page.keyboard.press("Control+z");
  await expect.poll(next).toBe(before);

  await port(page, "hello", "next").click();
  const menu = page.getByRole("dialog");
  await menu.locator("select").selectOption("+message");
  await expect.poll(next).toBe("message");
  await expect.poll(() => page.url()).toContain("node=message");
  await card(page, "message").waitFor();
  expect(await menu.count()).toBe(0);
  await main(page, "message").focus();
  await page.keyboard.press("Delete");
  await expect.poll(next).toBe(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test("keys go along the nodes, move one, open one, and leave the canvas", async () => {
  const { page, context, complaints } = await open(browser);
  const { places } = await canvas(page);
  await main(page, "hello").focus();
  expect(await main(page, "hello").textContent()).toMatch(/^Hello, Message, 1 of \d+, leads to Menu/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("menu");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focused(page)).toBe("hello");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement!.getAttribute("data-port"))).toBe("next");
  await page.keyboard.press("Tab");
  await expect.poll(() => focused(page)).toBe("menu");
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => focused(page)).toBe("hello");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => Object.keys(await places())).toEqual(["hello"]);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("menu");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("node");
  expect(page.url()).toContain("node=menu");
  await main(page, "menu").focus();
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.activeElement!.getAttribute("role"))).toBe("treeitem");
  expect(complaints).toEqual([]);
  await context.close();
});

test("the canvas has no faults for assistive technology, and none of it is on a narrow window", async () => {
  const watched = await open(browser);
  const { page, context } = watched;
  const { address } = await canvas(page);
  expectNone(await findings(watched));
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => page.locator(".cv").count()).toBe(0);
  expect(await page.locator(".fl-no-canvas").isVisible()).toBe(true);
  expect(await page.locator(".fl-tree").isVisible()).toBe(true);
  expect(await page.locator(".fl-views").isVisible()).toBe(false);
  await context.close();

  const plain = await open(browser, { javaScriptEnabled: false });
  await enter(plain.page, `${address}?view=canvas`);
  expect(await plain.page.locator(".fl-no-canvas").isVisible()).toBe(true);
  expect(await plain.page.locator(".fl-form").isVisible()).toBe(true);
  expect(await plain.page.locator(".fl-views").isVisible()).toBe(false);
  await plain.context.close();
});
