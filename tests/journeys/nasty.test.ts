// Attack 19: whatever someone says to a bot stays text in the pages of those who read it.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, enter, nameOfAttempt } from "./browser";
import { base } from "./here";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const NASTY = [
  "</script><script>alert(1)</script>",
  "<!--<script>",
  '"onmouseover="alert(1)" autofocus onfocus="alert(1)',
  "<img src=x onerror=alert(1)>",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "a\u2028b\u2029c",
  "\u202Etxet",
  "{{7*7}} ${7*7} %%csrf%%",
  "</style><style>*{display:none}</style>",
  "<svg onload=alert(1)>",
];

test("nothing said in a conversation becomes a script, a link or a style", async () => {
  const name = nameOfAttempt("nasty");
  const file = join(mkdtempSync(join(tmpdir(), "parley-nasty-")), "nasty.jsonl");
  const dialogue = (text: string, n: number) => ({
    id: `${name}-${n}`,
    contact: `nobody ${n} ${text}`.slice(0, 110),
    turns: [
      { speaker: "user", text, intent: text.slice(0, 60) },
      { speaker: "bot", text },
    ],
  });
  writeFileSync(file, NASTY.map((text, n) => JSON.stringify(dialogue(text, n))).join("\n"));

  const { page, context, complaints } = await open(browser);
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  await enter(page, `${base}/admin/import`);
  await page.goto(`${base}/admin/import`);
  await page.setInputFiles("input[type=file]", file);
  const form = page.locator("form:has(input[type=file])");
  await form.locator("button[type=submit], button:not([type])").first().click();
  const list = page.locator('main a[href^="/reports/conversations?"]').first();
  await expect
    .poll(
      async () => {
        await page.goto(`${base}/admin/import`);
        await page.locator('a[href^="/admin/import/"]').first().click();
        await page.waitForURL(/admin\/import\/\d+/);
        return list.count();
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBeGreaterThan(0);
  const target = new URL((await list.getAttribute("href")) ?? "", base);

  complaints.length = 0;
  for (const address of [target.href, `${base}/reports/dashboard${target.search.replace(/&?is=[^&]*/, "")}`]) {
    await page.goto(address);
    await page.waitForLoadState("load");
  }
  await page.goto(`${target.href}&per=100`);
  // Other imports of the same bot may lie in the same days.
  const answer = (await (await context.request.get(`${base}/api/v1/conversations${target.search}&per=100`)).json()) as {
    items: { id: string; source_id: string | null }[];
  };
  const rows = answer.items
    .filter((row) => row.source_id?.startsWith(`${name}-`))
    .map((row) => `${base}/reports/conversations/${row.id}${target.search}`);
  expect(rows.length).toBe(NASTY.length);
  const seen = new Set<string>();
  for (const address of rows) {
    await page.goto(address);
    await page.waitForLoadState("load");
    await page.mouse.move(400, 400);
    const text = await page.locator("main").innerText();
    for (const nasty of NASTY) if (text.includes(nasty.split(/[\u2028\u2029]/)[0] ?? nasty)) seen.add(nasty);
    const live = await page.evaluate(() => ({
      handlers: document.querySelectorAll("[onerror], [onload], [onfocus], [onmouseover]").length,
      links: [...document.links].filter((a) => !/^https?:$/.test(a.protocol)).length,
      scripts: [...document.scripts].filter(
        (s) => s.type !== "application/json" && !new URL(s.src, location.href).pathname.startsWith("/static/build/"),
      ).length,
    }));
    expect(live).toEqual({ handlers: 0, links: 0, scripts: 0 });
  }
  expect([...seen].sort()).toEqual([...NASTY].sort());
  expect(dialogs).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
