// Every page of the page table: hydrates without a request or a complaint, and passes axe.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, open, signIn, type Watched } from "./browser";

interface TablePage {
  name: string;
  path: string;
  access: unknown;
}

const ROOT = join(import.meta.dirname, "../..");
const table = JSON.parse(readFileSync(join(ROOT, "app/static/build/pages.json"), "utf8")) as { pages: TablePage[] };
const axe = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
const base = inject("base");
let browser: Browser;
/** Who looks at a page: with an account and without, and the same in dark and Arabic. */
const looks = { light: {}, "dark and Arabic": { colorScheme: "dark", locale: "ar" } } as const;
type Look = keyof typeof looks;
const readers = {} as Record<Look, Watched>;
const guests = {} as Record<Look, Watched>;

beforeAll(async () => {
  browser = await launch();
  for (const look of Object.keys(looks) as Look[]) {
    // Axe is put in by the test, which our policy would rightly refuse.
    readers[look] = await open(browser, { bypassCSP: true, ...looks[look] });
    guests[look] = await open(browser, { bypassCSP: true, ...looks[look] });
    await readers[look].page.goto(`${base}/pages/login-v1`);
    await signIn(readers[look].page);
  }
});
afterAll(() => browser.close());

/** The page's address, with a real id where it has one. */
async function address(page: TablePage): Promise<string> {
  if (!page.path.includes(":")) return page.path;
  const list = page.path.startsWith("/reports/conversations") ? "/api/v1/conversations?r=all" : "/api/v1/imports";
  const answer = (await (await readers.light.context.request.get(base + list)).json()) as { items: { id: string }[] };
  if (!answer.items[0]) throw new Error(`Nothing is listed by ${list}.`);
  return page.path.replace(/:\w+/, answer.items[0].id);
}

async function findings(watched: Watched): Promise<string[]> {
  await watched.page.evaluate(axe);
  return watched.page.evaluate(async () => {
    const run = (window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    const { violations } = await run.run();
    return violations.map((v) => `${v.id}: ${v.nodes[0]?.html.slice(0, 160)}`);
  });
}

const views = table.pages.flatMap((page) => (Object.keys(looks) as Look[]).map((look) => [page.name, look, page] as const));

test.each(views)("%s hydrates silently and is accessible in %s", async (_name, look, page) => {
  const watched = (page.access === "guest" ? guests : readers)[look];
  const path = await address(page);
  watched.asked.length = watched.complaints.length = 0;
  await watched.page.goto(base + path);
  await watched.page.waitForLoadState("load");
  await watched.page.waitForTimeout(400);
  expect(watched.asked).toEqual([]);
  expect(watched.complaints.filter((text) => !text.includes("404"))).toEqual([]);
  expect(await findings(watched)).toEqual([]);
});

test("no page is wider than a phone's screen, and the dashboard is accessible there", async () => {
  const watched = await open(browser, { bypassCSP: true, viewport: { width: 390, height: 844 } });
  await watched.page.goto(`${base}/pages/login-v1?next=/reports/dashboard`);
  await signIn(watched.page);
  expect(await findings(watched)).toEqual([]);
  for (const page of table.pages) {
    const path = await address(page);
    await watched.page.goto(base + path);
    const wide = await watched.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([page.name, wide]).toEqual([page.name, 0]);
  }
  await watched.context.close();
});
