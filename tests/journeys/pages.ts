// Every page, met by one reader each: it hydrates silently, is no wider than any screen, and is accessible.
import { dealt, ENDURE, numberOf } from "../endurance";
import { isKey } from "../texts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { address, table } from "./addresses";
import { launch, open, settled, enter, type Watched } from "./browser";
import { base } from "./here";

const axe = readFileSync(join(import.meta.dirname, "../../node_modules/axe-core/axe.min.js"), "utf8");

const LOOKS = {
  light: {},
  dark: { colorScheme: "dark" },
  Arabic: { locale: "ar" },
  "dark and Arabic": { colorScheme: "dark", locale: "ar" },
} as const;
type Look = keyof typeof LOOKS;
const names = Object.keys(LOOKS) as Look[];

/** The look of a page; at length, all of them. */
export const looksOf = (page: string): readonly Look[] => dealt(page, names);

/**
 * All of WCAG 2.2 A and AA and what is best practice; the size of targets is asked for by its name, axe leaves it out.
 */
const RULES = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // What is wrong is named by its HTML: nobody reads selectors, whose making takes a seventh of the time.
  selectors: false,
  preload: false,
};

/** The bar and the menu, alike on all pages: a third of what axe looks at. */
const FRAME = [["header.bar"], [".rail"]];

/** What axe finds on the page as it is, or in all of it but the frame. */
export async function findings({ page }: Watched, withFrame = true): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    async ({ context, rules }) => {
      type Violation = { id: string; nodes: { html: string }[] };
      type Run = (context: object, options: object) => Promise<{ violations: Violation[] }>;
      const { violations } = await (window as unknown as { axe: { run: Run } }).axe.run(context, rules);
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html.slice(0, 160))
            .slice(0, 3)
            .join(" | ")}`,
      );
    },
    { context: { include: [["html"]], exclude: withFrame ? [] : FRAME }, rules: RULES },
  );
}

export const LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwe";

/** Expect nothing; a failure lists all of it, not how many there are. */
export const expectNone = (list: readonly string[]) => expect(list, list.join("\n")).toEqual([]);

/** Give everything that people name a name without a place to break it, as a client of the API does. */
export async function nameLong(): Promise<void> {
  const login = await fetch(`${base}/jwt/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "admin@demo.com", password: "admin" }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const post = async (path: string, data: object) => {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${accessToken}`,
        "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
      },
      body: JSON.stringify(data),
    });
    expect([path, answer.status < 300 || answer.status === 409, await answer.text()]).toEqual([
      path,
      true,
      expect.anything(),
    ]);
  };
  await post("/apps/todo/add-tasks", {
    task: { title: LONG, description: LONG, dueDate: "2026-01-01", tags: [], assignee: { fullName: LONG, avatar: "" } },
  });
  const today = new Date().toISOString();
  await post("/apps/calendar/add-event", {
    event: {
      title: LONG,
      start: today,
      end: today,
      allDay: true,
      extendedProps: { calendar: "Business", location: LONG },
    },
  });
  await post("/apps/users/add-user", {
    fullName: LONG,
    company: LONG,
    role: "editor",
    username: "longname1",
    country: LONG.slice(0, 40),
    contact: "1234567890",
    email: "longname@example.com",
    currentPlan: "basic",
    status: "active",
    avatar: "",
  });
  await post("/api/v1/bots", { name: LONG, group: "service" });
  const tiles = [
    { report: "dashboard", figure: "engaged_sessions", query: "" },
    { report: "usage", figure: "sessions", query: "" },
    { report: "usage", figure: "channels", query: "grp=service" },
    { report: "journey", figure: "paths", query: "" },
  ];
  await post("/api/v1/dashboards", { name: LONG, tiles });
  await post("/api/v1/bookmarks", { url: "/admin/bots?q=long", title: LONG });
}

/** What of the page does not fit the screen, in words. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    /** The words that a table breaks inside, and itself where it leaves its card. */
    const squeezed = (table: HTMLTableElement): string[] => {
      if (!table.checkVisibility() || !table.tHead?.checkVisibility()) return [];
      const name = table.caption?.textContent ?? "";
      const card = table.closest(".card");
      const out: string[] = [];
      let box = table.parentElement!;
      while (box !== card && box !== document.body && getComputedStyle(box).overflowX === "visible")
        box = box.parentElement!;
      const beyond = table.getBoundingClientRect().right - (card?.getBoundingClientRect().right ?? Infinity);
      if (box === card && beyond > 1 && getComputedStyle(card).overflowX === "visible")
        out.push(`${name} is ${Math.round(beyond)} px beyond its card`);
      const range = document.createRange();
      const nodes = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const node = nodes.currentNode;
        if (!node.parentElement!.checkVisibility()) continue;
        const words = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}%]{2,12}(?![\p{L}\p{N}\p{M}])/gu;
        for (const { 0: word, index } of node.textContent!.matchAll(words)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
          if (Math.max(...tops) - Math.min(...tops) > 8) out.push(`${word} is broken in ${name}`);
        }
      }
      return out.slice(0, 4);
    };
    const root = document.documentElement;
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth && !element.closest(".sr"),
    );
    const tooWide = wide.slice(0, 8).map((element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`);
    const out = [
      root.scrollWidth > root.clientWidth
        ? `${root.scrollWidth - root.clientWidth} px wider than the screen: ${tooWide.join(", ")}`
        : "",
      root.scrollHeight - window.innerHeight === 1 ? "1 px taller than the window" : "",
    ];
    const top = document.querySelector("header.bar")?.getBoundingClientRect().top;
    if (top) out.push(`the bar begins at ${top} px`);
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu")) {
      if (!menu.querySelector("summary")?.checkVisibility()) continue;
      menu.scrollIntoView({ block: "nearest", inline: "nearest" });
      menu.open = true;
      const panel = menu.querySelector(".menu-panel")?.getBoundingClientRect();
      if (panel && panel.width > 0 && (panel.left < 0 || panel.right > window.innerWidth))
        out.push(`${menu.textContent?.slice(0, 20)} ${Math.round(panel.left)}–${Math.round(panel.right)}`);
      menu.open = false;
    }
    for (const cell of document.querySelectorAll<HTMLElement>(".data-table thead ~ * td.num:not(.slot-state)")) {
      const isCard = getComputedStyle(cell.closest("table")!.tHead!).display === "none";
      const isNamed = cell.querySelector(".fact-name") || !/^(—|[\d.,]+)$/.test(cell.innerText.trim());
      if (isCard && cell.checkVisibility() && !isNamed)
        out.push(`${cell.innerText} of ${cell.closest("table")!.caption?.textContent} has no name`);
    }
    if (window.innerWidth > 640) out.push(...document.querySelectorAll("table").values().flatMap(squeezed));
    // What lies under the bar at some place of a long page can be scrolled away from it.
    scrollTo(0, 0);
    return out.filter(Boolean);
  });

/** What does not fit a screen of this width, to which the page is turned. */
export async function misfitsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  await settled(page);
  return (await misfits(page)).map((misfit) => `${width}: ${misfit}`);
}

/** Pages of what the demonstration has none of: what they say then. */
const MISSING = ["handoff", "try", "master-import"];

/**
 * Open a page on a wide screen and check it as one of its readers, there, on a tablet and on a phone; at length, it is
 * opened on each. Axe sees the frame on every eighth page, at length on all.
 */
async function check(watched: Watched, name: string, path: string, missing: boolean): Promise<void> {
  const { page } = watched;
  for (const width of [1440, 820, 390]) {
    watched.requests.length = watched.complaints.length = 0;
    await page.setViewportSize({ width, height: 900 });
    if (width === 1440 || ENDURE) {
      const answer = await page.goto(base + path);
      expect(answer!.status(), path).toBe(missing ? 404 : 200);
    }
    await settled(page);
    // To wait for changes, and to be seen by others, asks for nothing that is shown; what changes while axe works is.
    if (width === 1440) expectNone(watched.requests.filter((url) => !/\/api\/v1\/live|\/editors$/.test(url)));
    expectNone((await misfits(page)).map((misfit) => `${width}: ${misfit}`));
    if (width === 1440) expectNone(await findings(watched, ENDURE || numberOf(name, 8) === 0));
    if (width === 1440) expectNone(await untranslated(page));
    expectNone(watched.complaints.filter((text) => !text.includes("404")));
  }
}

/** The keys that a page shows in place of texts. */
async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const dotted: string[] = [];
    while (nodes.nextNode()) {
      const text = nodes.currentNode.textContent!.trim();
      if (/^\w+(\.[\w-]+)+$/.test(text)) dotted.push(text);
    }
    return dotted;
  });
  return texts.filter(isKey);
}

/** Define a test for each page of one half of the table. */
export function checkPages(half: 0 | 1): void {
  let browser: Browser;
  const readers = new Map<Look, Watched>();
  const guests = new Map<Look, Watched>();

  beforeAll(async () => {
    // Before anybody looks, who would hear of it.
    await nameLong();
    browser = await launch();
    for (const look of names) {
      // Axe is put in by the test, which our policy would rightly refuse.
      const options = { bypassCSP: true, ...LOOKS[look] };
      readers.set(look, await open(browser, options));
      guests.set(look, await open(browser, options));
      const { page } = readers.get(look)!;
      await enter(page, `${base}/`);
    }
  });
  afterAll(() => browser.close());

  const cases = table.pages
    .filter((_, at) => at % 2 === half)
    .flatMap((page) => looksOf(page.name).map((look) => [page.name, look, page] as const));
  test.each(cases)("%s hydrates silently, fits every screen and is accessible, %s", async (name, look, page) => {
    const path = await address(page, readers.get("light")!, base);
    await check((page.access === "guest" ? guests : readers).get(look)!, name, path, MISSING.includes(name));
  });
}
