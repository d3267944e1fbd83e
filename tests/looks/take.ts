// Takes pictures of every page of the page table in every look, and says what does not fit. Names of pages narrow it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { address, table, type TablePage } from "../journeys/addresses.ts";
import { open, signIn } from "../journeys/browser.ts";
import { start } from "../journeys/installation.ts";
import { launchBrowser } from "../journeys/profiles.ts";
import { measure, paleTexts, watchShifts } from "./measures.ts";
import { byFinding, writeSheet, type Picture } from "./sheet.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "tests/output/looks");

/** A way to look at a page; contrast is asked where colours differ, targets where fingers press. */
interface Look {
  name: string;
  options: BrowserContextOptions;
  contrast?: boolean;
  targets?: boolean;
}

const size = (width: number) => ({ viewport: { width, height: width < 700 ? 844 : 900 } });
const LOOKS: Look[] = [
  ...[1440, 820, 390].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      options: { ...size(width), colorScheme, hasTouch: width < 700 },
      contrast: width !== 820,
      targets: width < 700 && colorScheme === "light",
    })),
  ),
  { name: "1440-ar", options: { ...size(1440), locale: "ar" } },
  { name: "390-ar", options: { ...size(390), locale: "ar", hasTouch: true } },
  { name: "1440-no-script", options: { ...size(1440), javaScriptEnabled: false } },
];

/** Every page in one look: one profile signed in, and one as a guest. */
async function takeAll(
  browser: Browser,
  base: string,
  look: Look,
  pages: readonly TablePage[],
  paths: ReadonlyMap<string, string>,
): Promise<Picture[]> {
  const scripted = look.options.javaScriptEnabled !== false;
  // What measures is put in from outside, which the policy would rightly refuse.
  const options = { ...look.options, bypassCSP: true, reducedMotion: "reduce" as const };
  const reader = (await open(browser, options)).page;
  const guest = (await open(browser, options)).page;
  // Light is what pages are by default, whatever the system says.
  const prefs = { name: "prefs", value: Buffer.from(JSON.stringify({ skin: "auto" })).toString("hex"), url: base };
  for (const page of [reader, guest]) await page.context().addCookies([prefs]);
  await reader.goto(`${base}/pages/login-v1`);
  await signIn(reader);
  if (scripted) await Promise.all([watchShifts(reader), watchShifts(guest)]);
  const pictures: Picture[] = [];
  for (const page of pages) {
    const session = page.access === "guest" ? guest : reader;
    await session.goto(base + paths.get(page.name)!, { waitUntil: "load" });
    await session.waitForTimeout(500);
    const file = `${page.name}-${look.name}.png`;
    const findings = scripted ? await measure(session) : { overflow: 0, shift: 0, small: [], pale: [], targets: [] };
    await session.screenshot({ path: join(FOLDER, file), fullPage: true });
    if (scripted && look.contrast) findings.pale = await paleTexts(session);
    if (!look.targets) findings.targets = [];
    pictures.push({ page: page.name, look: look.name, file, findings });
  }
  await Promise.all([reader.context().close(), guest.context().close()]);
  return pictures;
}

const names = process.argv.slice(2);
const pages = table.pages.filter((page) => names.length === 0 || names.includes(page.name));
if (names.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const {
  installations: [installation],
  end,
} = await start(1);
const browser = await launchBrowser();
try {
  const base = installation!.base ?? "";
  const reader = await open(browser);
  await reader.page.goto(`${base}/pages/login-v1`);
  await signIn(reader.page);
  const paths = new Map<string, string>();
  for (const page of pages) paths.set(page.name, await address(page, reader, base));
  await reader.context.close();
  const pictures: Picture[] = [];
  for (const look of LOOKS) pictures.push(...(await takeAll(browser, base, look, pages, paths)));
  writeSheet(FOLDER, pictures);
  for (const [finding, looks] of byFinding(pictures)) console.log(`${finding} (${looks.join(", ")})`);
  console.log(`${pictures.length} pictures of ${pages.length} pages in ${join(FOLDER, "index.html")}`);
} finally {
  await browser.close();
  await end();
}
