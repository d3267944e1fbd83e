// What a reader feels: layout shift, the delay of interactions, a prefetched navigation: node felt.mjs
// '{"base":…,"cookie":…,"paths":[…]}'.
import { launchBrowser } from "../journeys/profiles.ts";

const { base, cookie, paths } = JSON.parse(process.argv[2]);
const browser = await launchBrowser();
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const figures = { shift: 0, shifted: "", delays: [], navigations: [] };

/** Runs in the page from its first moment: sums shifts, keeps how long each interaction took to its next picture. */
const watch = () => {
  window.__felt = { shift: 0, delays: [] };
  new PerformanceObserver((list) =>
    list.getEntries().forEach((e) => e.hadRecentInput || (window.__felt.shift += e.value)),
  ).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) =>
    list.getEntries().forEach((e) => e.interactionId && window.__felt.delays.push(e.duration)),
  ).observe({ type: "event", durationThreshold: 16, buffered: true });
};

/** Click a link that was pointed at half a second before; milliseconds until its page has the heading. */
async function navigate(page, link) {
  const before = await page.evaluate(() => document.querySelector("h1")?.textContent);
  await link.hover();
  await page.waitForTimeout(700);
  return page.evaluate(
    async ([href, title]) => {
      const begun = performance.now();
      document.querySelector(`a[href="${href}"]`).click();
      while (document.querySelector("h1")?.textContent === title && performance.now() - begun < 5000)
        await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    },
    [await link.getAttribute("href"), before],
  );
}

for (const width of [1440, 390]) {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  await context.addInitScript(watch);
  await context.addCookies(
    cookie
      .split("; ")
      .map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), url: base })),
  );
  for (const path of paths) {
    const page = await context.newPage();
    // Who answers in the inbox waits for visitors, so the network is never idle.
    await page.goto(base + path, { waitUntil: "load" });
    await page.waitForFunction(() =>
      Object.keys(document.querySelector(".rail a") ?? {}).some((key) => key.startsWith("__reactProps")),
    );
    await page.waitForTimeout(500);
    await page.mouse.wheel(0, 1200);
    await page.waitForTimeout(300);
    await page.keyboard.press("Tab");
    const dialog = page.locator("dialog[open]");
    // The keys of a page come after its first load, at a busy hour later than this does.
    for (let press = 0; press < 40 && !(await dialog.isVisible()); press += 1) {
      await page.keyboard.press("?");
      await page.waitForTimeout(press ? 250 : 50);
    }
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const next = page.locator(".rail a.rail-item:not([aria-current])").nth(1);
    if (width > 640) figures.navigations.push(await navigate(page, next));
    await page.waitForTimeout(300);
    const { shift, delays } = await page.evaluate(() => window.__felt);
    if (shift > figures.shift) Object.assign(figures, { shift, shifted: `${path} at ${width}` });
    figures.delays.push(...delays);
    await page.close();
  }
  await context.close();
}
await browser.close();
process.stdout.write(
  `${JSON.stringify({
    shift: figures.shift,
    shifted: figures.shifted,
    delay: figures.delays.length ? Math.max(...figures.delays) : 0,
    navigation: median(figures.navigations),
  })}\n`,
);
