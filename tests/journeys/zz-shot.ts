import { launch, open, enter, settled } from "/work/knowledge/tests/journeys/browser.ts";
const base = "http://127.0.0.1:8131";
const browser = await launch();
for (const [name, url, width, opt] of JSON.parse(process.argv[2]!)) {
  const w = await open(browser, { viewport: { width, height: 1000 }, ...(opt ?? {}) });
  const page = (w as any).page ?? w;
  try { await enter(page, base + url); await settled(page);
  await page.screenshot({ path: `/tmp/kn-${name}.png`, fullPage: true }); console.log(name, page.url()); } catch (e) { console.log(name, String(e).slice(0,300)); }
}
await browser.close();
