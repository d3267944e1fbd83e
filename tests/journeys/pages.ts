// Every page, met by one reader each: it hydrates silently and is accessible.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { address, table } from "./addresses";
import { launch, open, settled, signIn, type Watched } from "./browser";
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

/** The look of a page, which stays the same when other pages are added; at length, all of them. */
export const looksOf = (page: string): Look[] =>
  process.env.ENDURE === "1" ? names : [names[createHash("sha256").update(page).digest()[0]! % names.length]!];

/**
 * All of WCAG 2.2 A and AA and what is best practice; the size of targets is asked for by its name, axe leaves it out.
 */
const RULES = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
};

/** What axe finds on the page as it is. */
export async function findings({ page }: Watched): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    type Violation = { id: string; nodes: { html: string }[] };
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run(rules);
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html.slice(0, 160))
          .slice(0, 3)
          .join(" | ")}`,
    );
  }, RULES);
}

/** Expect nothing; a failure lists all of it, not how many there are. */
export const expectNone = (list: readonly string[]) => expect(list, list.join("\n")).toEqual([]);

/** Open a page and check it as one of its readers. */
async function check(watched: Watched, path: string): Promise<void> {
  watched.asked.length = watched.complaints.length = 0;
  await watched.page.goto(base + path);
  await settled(watched.page);
  // To wait for changes asks for nothing that is shown; what changes while axe works is asked for.
  expectNone(watched.asked.filter((url) => !url.includes("/api/v1/live")));
  expectNone(await findings(watched));
  expectNone(watched.complaints.filter((text) => !text.includes("404")));
}

/** Define a test for each page of one half of the table. */
export function checkPages(half: 0 | 1): void {
  let browser: Browser;
  const readers = new Map<Look, Watched>();
  const guests = new Map<Look, Watched>();

  beforeAll(async () => {
    browser = await launch();
    for (const look of names) {
      // Axe is put in by the test, which our policy would rightly refuse.
      const options = { bypassCSP: true, ...LOOKS[look] };
      readers.set(look, await open(browser, options));
      guests.set(look, await open(browser, options));
      const { page } = readers.get(look)!;
      await page.goto(`${base}/pages/login-v1`);
      await signIn(page);
    }
  });
  afterAll(() => browser.close());

  const cases = table.pages
    .filter((_, at) => at % 2 === half)
    .flatMap((page) => looksOf(page.name).map((look) => [page.name, look, page] as const));
  test.each(cases)("%s hydrates silently and is accessible, %s", async (_name, look, page) => {
    const path = await address(page, readers.get("light")!);
    await check((page.access === "guest" ? guests : readers).get(look)!, path);
  });
}
