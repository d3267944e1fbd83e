// First contentful paint and first figure of a page at 400 kbit/s and 400 ms: node paint.mjs
// '{"base":…,"path":…,"cookie":…}'.
import { launchBrowser } from "../journeys/profiles.ts";

const { base, path, cookie, times } = JSON.parse(process.argv[2]);
const browser = await launchBrowser();
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const samples = { paint: [], figure: [] };
for (let round = 0; round < times; round += 1) {
  // A profile of its own each time: nothing is cached.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addCookies(
    cookie
      .split("; ")
      .map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), url: base })),
  );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.goto(base + path, { waitUntil: "commit" });
  // A figure is there when the first card's number is laid out.
  await page.waitForFunction(() => document.querySelector(".ks")?.getBoundingClientRect().height > 0, null, {
    polling: "raf",
    timeout: 60_000,
  });
  samples.figure.push(await page.evaluate(() => performance.now()));
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0, null, {
    timeout: 60_000,
  });
  samples.paint.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  await context.close();
}
await browser.close();
process.stdout.write(`${JSON.stringify({ paint: median(samples.paint), figure: median(samples.figure) })}\n`);
