// A document that arrives piece by piece, as over a slow link: what is seen of the bar never moves.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, settled, shifts, enter, watchShifts } from "./browser";
import { base, folder } from "./here";

const PIECES = 25;
const IN_THE_BAR = /class="(bar|personal|icon-button)|id="find/;
let browser: Browser;
let site: string;
let link: http.Server;
/** Where the next document is cut; whole without. */
let cut: (() => number) | undefined;

/** The installation over a link that brings documents in pieces. */
function forward(request: http.IncomingMessage, response: http.ServerResponse): void {
  const headers = { ...request.headers, host: new URL(site).host, "accept-encoding": "identity" };
  const upstream = http.request(new URL(request.url!, base), { method: request.method!, headers }, async (answer) => {
    const answerHeaders = { ...answer.headers };
    if (!cut || !answerHeaders["content-type"]?.includes("text/html")) {
      response.writeHead(answer.statusCode!, answerHeaders);
      answer.pipe(response);
      return;
    }
    delete answerHeaders["content-length"];
    const body = Buffer.concat((await answer.toArray()) as Buffer[]);
    response.writeHead(answer.statusCode!, answerHeaders);
    const places = [
      0,
      ...Array.from({ length: PIECES - 1 }, () => Math.floor(cut!() * body.length)).sort((a, b) => a - b),
      body.length,
    ];
    for (let at = 1; at < places.length; at++) {
      response.write(body.subarray(places[at - 1], places[at]));
      await pause(20);
    }
    response.end();
  });
  request.pipe(upstream);
}

beforeAll(async () => {
  browser = await launch();
  link = http.createServer(forward);
  await new Promise<void>((done) => void link.listen(0, "127.0.0.1", done));
  site = `http://127.0.0.1:${(link.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  link.close();
});

test.each([390, 1440])("what is in the bar stays where it is seen first, at %i", async (width) => {
  const { page, context } = await open(browser, { viewport: { width, height: 900 } });
  await enter(page, `${site}/`);
  await watchShifts(page);
  for (let round = 1; round <= 8; round++) {
    let seed = round * 7919;
    cut = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    await page.goto(`${site}${round % 2 ? "/reports/dashboard" : "/"}`);
    await settled(page);
    const ours = (await shifts(page)).filter((shift) => IN_THE_BAR.test(shift));
    expect(ours, ours.join("\n")).toEqual([]);
  }
  cut = undefined;
  await context.close();
});

test.each([390, 1440])("work that begins and ends moves nothing in the bar, at %i", async (width) => {
  const database = new DatabaseSync(`${folder}/parley.db`, { timeout: 10_000 });
  database.exec(`
    INSERT INTO export (id, workspace_id, user_id, query, format, state, asked_at, rows, done, created_at)
    SELECT 1, workspace_id, id, '', 'csv', 'running', CURRENT_TIMESTAMP, 10, 3, CURRENT_TIMESTAMP
    FROM user WHERE email = 'admin@demo.com'`);
  const { page, context } = await open(browser, { viewport: { width, height: 900 } });
  try {
    await watchShifts(page);
    await enter(page, `${base}/`);
    await settled(page);
    expect(await page.locator(".work summary").innerText()).toContain("1");
  } finally {
    database.exec("DELETE FROM export WHERE id = 1");
    database.close();
  }
  await page.locator(".work", { hasText: "Finished" }).waitFor();
  const ours = (await shifts(page)).filter((shift) => IN_THE_BAR.test(shift));
  expect(ours, ours.join("\n")).toEqual([]);
  await context.close();
});
