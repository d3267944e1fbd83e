// Every page of the page table: hydrates without a request or a complaint, and passes axe.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { address, table } from "./addresses";
import { launch, open, signIn, type Watched } from "./browser";
import { base } from "./here";

const ROOT = join(import.meta.dirname, "../..");
const axe = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
let browser: Browser;
/**
 * Who looks at a page: with an account and without, and the same in dark and Arabic. Each looks at it turned round,
 * too.
 */
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

/**
 * All of WCAG 2.2 A and AA and what is best practice; the size of targets is asked for by its name, axe leaves it out.
 */
const RULES = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
};

/** The rules that look at where things lie; all others find the same in the same document turned round. */
const OF_PLACE = {
  runOnly: {
    type: "rule",
    values: ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block", "hidden-content"],
  },
  resultTypes: ["violations"],
};

/**
 * What axe finds on the page as it is, or turned to the other direction as the product turns it: by the document's
 * attribute.
 */
async function findings(watched: Watched, turned = false): Promise<string[]> {
  if (!turned) await watched.page.evaluate(axe);
  return watched.page.evaluate(
    async ([turn, rules]) => {
      const root = document.documentElement;
      if (turn) root.dir = root.dir === "rtl" ? "ltr" : "rtl";
      const run = (
        window as unknown as {
          axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe;
      const { violations } = await run.run(rules);
      return violations.map(
        (v) =>
          `${root.dir} ${v.id}: ${v.nodes
            .map(({ html }) => html.slice(0, 160))
            .slice(0, 3)
            .join(" | ")}`,
      );
    },
    [turned, turned ? OF_PLACE : RULES] as const,
  );
}

/** Nothing was found; else the failure tells all of it, not how many. */
const none = (found: readonly string[]) => expect(found, found.join("\n")).toEqual([]);

/** One page as one of the readers meets it. */
async function meet(watched: Watched, path: string): Promise<void> {
  watched.asked.length = watched.complaints.length = 0;
  await watched.page.goto(base + path);
  await watched.page.waitForLoadState("load");
  await watched.page.waitForTimeout(400);
  // To wait for what changes is no question about what is shown.
  none(watched.asked.filter((url) => !url.includes("/api/v1/live")));
  none(watched.complaints.filter((text) => !text.includes("404")));
  none(await findings(watched));
  none(await findings(watched, true));
}

test.each(table.pages.map((page) => [page.name, page] as const))(
  "%s hydrates silently and is accessible, light as dark and Arabic",
  async (_name, page) => {
    const path = await address(page, readers.light);
    const ones = page.access === "guest" ? guests : readers;
    await Promise.all((Object.keys(looks) as Look[]).map((look) => meet(ones[look], path)));
  },
);

test("no page is wider than a phone's screen, and the dashboard is accessible there", async () => {
  const watched = await open(browser, { bypassCSP: true, viewport: { width: 390, height: 844 } });
  await watched.page.goto(`${base}/pages/login-v1?next=/reports/dashboard`);
  await signIn(watched.page);
  none(await findings(watched));
  for (const page of table.pages) {
    const path = await address(page, readers.light);
    await watched.page.goto(base + path);
    const wide = await watched.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([page.name, wide]).toEqual([page.name, 0]);
  }
  await watched.context.close();
});
