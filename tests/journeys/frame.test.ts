// The frame: nothing shifts, and everything about it works without a script.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, open, settled, shifts, enter, signIn, still, watchShifts } from "./browser";
import { base } from "./here";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function reader(options: Parameters<typeof open>[1] = {}) {
  const { page, context } = await open(browser, options);
  await enter(page, `${base}/`);
  return { page, context };
}

test.each([1440, 390])("nothing shifts at %i, the menu pinned or not", async (width) => {
  const { page, context } = await reader({ viewport: { width, height: 900 } });
  await watchShifts(page);
  for (const pinned of [false, true]) {
    if (pinned && width > 640) {
      await page.goto(`${base}/pages/layout`);
      // The menu widens under the pointer and takes its pin along.
      await page.hover(".rail");
      await still(page.locator(".rail"));
      await page.click(".rail form:has([name=menuCollapsed][value=false]) button");
      await page.waitForSelector(".frame.pinned");
      await expect.poll(async () => (await context.cookies()).some(({ name }) => name.endsWith("prefs"))).toBe(true);
    }
    for (const path of ["/", "/reports/dashboard", "/reports/conversations"]) {
      await page.goto(base + path);
      await settled(page);
      expect([path, await shifts(page)]).toEqual([path, []]);
    }
  }
  await context.close();
});

test("menu, skin, layout and language work without a script", async () => {
  const { page, context } = await reader({ javaScriptEnabled: false });
  await page.goto(`${base}/reports/dashboard`);
  await page.click(".rail a[href='/reports/conversations']");
  expect(new URL(page.url()).pathname).toBe("/reports/conversations");
  await page.click(".layout-open");
  await page.click("form:has([name=skin][value=semi-dark]) button");
  await page.click("form:has([name=menuCollapsed][value=false]) button");
  await page.click("form:has([name=navbar][value=floating]) button");
  await page.click("form:has([name=isRTL][value=true]) button");
  await page.goto(`${base}/reports/dashboard`);
  expect(await page.getAttribute("html", "data-skin")).toBe("semi-dark");
  expect(await page.getAttribute("html", "dir")).toBe("rtl");
  expect(await page.getAttribute(".frame", "class")).toBe("frame pinned bar-floating");
  await page.goto(`${base}/pages/layout`);
  await page.click("form[action*='method=DELETE'] button >> nth=-1");
  expect(await page.getAttribute(".frame", "class")).toBe("frame");
  expect(await page.getAttribute("html", "dir")).toBe("ltr");
  await page.click(".personal .menu > summary");
  await page.click("button[name=locale][value=hi]");
  expect(await page.getAttribute("html", "lang")).toBe("hi");
  await page.click(".personal .menu > summary");
  await page.click("button[name=locale][value=en]");
  expect(await page.getAttribute("html", "lang")).toBe("en");
  await context.close();
});

test("the panel changes the page it is on at once, and the next document has it", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/reports/dashboard`);
  await settled(page);
  await page.click(".layout-open");
  const panel = page.locator("dialog[open]");
  let posts = 0;
  page.on("response", (response) => (posts += Number(response.request().method() === "POST")));
  await panel.locator("form:has([name=skin][value=dark]) button").click();
  await panel.locator("form:has([name=navbar][value=static]) button").click();
  await panel.locator("form:has([name=menuHidden][value=true]) button").click();
  expect(await page.getAttribute("html", "data-skin")).toBe("dark");
  expect(await page.getAttribute(".frame", "class")).toBe("frame menu-gone bar-static");
  await expect.poll(() => posts).toBe(3);
  await page.reload();
  expect(await page.getAttribute("html", "data-skin")).toBe("dark");
  expect(await page.getAttribute(".frame", "class")).toBe("frame menu-gone bar-static");
  await context.close();
});

test("arrows go through the menu", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/pages`);
  await settled(page);
  await page.focus(".rail a[href='/reports/conversations']");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/reports/journey");
  await page.keyboard.press("End");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/pages");
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/reports/groups/overall");
  await context.close();
});

/** End the browser's session from another device: signing out here would forget what was typed. */
async function endElsewhere(context: BrowserContext): Promise<void> {
  const mine = (await (await context.request.get(`${base}/api/v1/me/sessions`)).json()) as {
    items: { id: string; current: boolean }[];
  };
  const { id } = mine.items.find(({ current }) => current)!;
  const entered = await fetch(`${base}/jwt/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "admin@demo.com", password: "admin" }),
  });
  const { accessToken } = (await entered.json()) as { accessToken: string };
  const ended = await fetch(`${base}/api/v1/me/sessions/${id}/end`, {
    method: "POST",
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  expect(ended.status).toBe(204);
}

test("a session that is over keeps what was typed, and goes on after signing in on another tab", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/apps/todo`);
  await page.waitForSelector(".toasts", { state: "attached" });
  await settled(page);
  await page.fill("[name=title]", "Call the workshop");
  await endElsewhere(context);
  await page.bringToFront();
  await page.press("[name=title]", "Enter");
  await page.waitForSelector(".toast.bad");
  const [other] = await Promise.all([context.waitForEvent("page"), page.click(".toast.bad .toast-act")]);
  await other.waitForLoadState();
  expect(new URL(other.url()).searchParams.get("why")).toBe("ended");
  await signIn(other);
  expect(new URL(other.url()).pathname).toBe("/apps/todo");
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.waitForSelector(".toast.good");
  expect(await page.inputValue("[name=title]")).toBe("Call the workshop");
  await page.press("[name=title]", "Enter");
  await page.waitForSelector(".t-title >> text=Call the workshop");
  await context.close();
});

test("a form sent after the session was over keeps its values and is sent after signing in elsewhere", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/pages/account-settings`);
  await settled(page);
  const company = page.locator("#who [name=company]");
  await company.fill("Meridian Workshops");
  await endElsewhere(context);
  await page.bringToFront();
  await page.locator("#who button[type=submit]").click();
  await page.waitForSelector("dd:has-text('Meridian Workshops')");
  const [other] = await Promise.all([context.waitForEvent("page"), page.click("main a >> nth=0")]);
  await other.waitForLoadState();
  await signIn(other);
  await page.bringToFront();
  await page.goBack();
  await settled(page);
  expect(await company.inputValue()).toBe("Meridian Workshops");
  await page.locator("#who button[type=submit]").click();
  await page.waitForURL(/account-settings/);
  await page.goto(`${base}/pages/account-settings`);
  expect(await company.inputValue()).toBe("Meridian Workshops");
  await context.close();
});

test("a toast stays while one goes to another page", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/admin/bots`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector(".star") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
  if ((await page.getAttribute(".star", "aria-pressed")) === "false") {
    await page.click(".star");
    await page.waitForSelector(".star[aria-pressed=true]");
  }
  await page.click(".star");
  await page.waitForSelector(".toast .toast-act");
  await page.click(".rail a[href='/reports/conversations']");
  await page.waitForURL(/conversations/);
  await page.click(".toast .toast-act");
  await expect
    .poll(async () =>
      (
        (await (await context.request.get(`${base}/api/v1/bookmarks`)).json()) as { items: { url: string }[] }
      ).items.map(({ url }) => url),
    )
    .toContain("/admin/bots");
  await page.goto(`${base}/admin/bots`);
  await page.click(".star[aria-pressed=true]");
  await page.waitForSelector(".star[aria-pressed=false]");
  await context.close();
});

test("a first visit tells what the icons are, until the menu is expanded or the hint dismissed", async () => {
  for (const javaScriptEnabled of [true, false]) {
    for (const [press, pinned] of [
      [".menu-hint [name=menuHint]", false],
      [".menu-hint [name=menuCollapsed]", true],
    ] as const) {
      const { page, context } = await reader({ javaScriptEnabled });
      await page.goto(`${base}/pages`);
      if (javaScriptEnabled) await settled(page);
      expect(await page.locator(".frame.pinned").count()).toBe(0);
      expect(await page.locator(".menu-hint").innerText()).toContain("Expand menu");
      await page.click(press);
      await expect.poll(() => page.locator(".menu-hint").count()).toBe(0);
      await expect.poll(async () => (await context.cookies()).some(({ name }) => name.endsWith("prefs"))).toBe(true);
      await page.goto(`${base}/pages`);
      expect([await page.locator(".menu-hint").count(), await page.locator(".frame.pinned").count()]).toEqual([
        0,
        Number(pinned),
      ]);
      await context.close();
    }
  }
});

test("the closed menu opens over the page, by pointer and keyboard, and every icon says what it is", async () => {
  const { page, context } = await reader();
  await page.goto(`${base}/pages`);
  await settled(page);
  const left = () => page.locator("#main h1").evaluate((element) => element.getBoundingClientRect().left);
  const before = await left();
  const expectNames = async () => {
    await still(page.locator(".rail"));
    expect(await page.locator(".rail").evaluate((rail) => rail.getBoundingClientRect().width)).toBe(232);
    for (const text of await page.locator(".rail-item span, .rail-group p span").all())
      expect(
        await text.evaluate((element) => [
          getComputedStyle(element).opacity,
          element.getBoundingClientRect().width > 20,
        ]),
      ).toEqual(["1", true]);
    expect(await left()).toBe(before);
  };
  await page.hover(".rail-item >> nth=3");
  await expectNames();
  await page.mouse.move(900, 500);
  await page.focus(".rail-item >> nth=0");
  await expectNames();
  expect(await page.locator(".rail-item").evaluateAll((all) => all.filter((item) => !item.title))).toEqual([]);
  for (const icon of await page.locator(".bar :is(.icon-button, .menu-face[aria-label]):visible").all()) {
    await icon.hover();
    expect(await icon.evaluate((element) => getComputedStyle(element, "::after").content)).toBe(
      `"${await icon.getAttribute("data-tip")}"`,
    );
  }
  await context.close();
});

test("every entry of the menu leads to a page, and a path that nothing has answers 404", async () => {
  const { page, context } = await reader();
  const links = await page
    .locator("#menu a, .near a")
    .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href")!))]);
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) {
    const answer = await context.request.get(new URL(link, base).href);
    expect([link, answer.status()]).toEqual([link, 200]);
  }
  for (const path of ["/reports/nothing", "/team"])
    expect([path, (await page.goto(base + path))?.status()]).toEqual([path, 404]);
  await context.close();
});

test("on a line on which only the document has come, the menu and the bar are drawn", async () => {
  const { page, context } = await reader({ javaScriptEnabled: false });
  await context.route("**/static/**", (route) => route.abort());
  await page.goto(`${base}/reports/dashboard`, { waitUntil: "domcontentloaded" });
  const icons = page.locator(
    ".rail-item use, .star use, .bell use, .layout-open use, .personal summary use, .seek use",
  );
  expect(await icons.count()).toBeGreaterThan(18);
  const drawn = await icons.evaluateAll((all) =>
    all.map((link) => [link.getAttribute("href"), (link as SVGGraphicsElement).getBBox().width > 4]),
  );
  expect(drawn.filter(([, isDrawn]) => !isDrawn)).toEqual([]);
  await context.close();
});

test("a view with a long address is shared by a short one, with and without a script", async () => {
  const clauses = Array.from({ length: 10 }, (_, n) => `first_text:not_contains:${String(n).repeat(110)}`);
  const address = `${base}/reports/conversations?q=${"x".repeat(190)}&f=${clauses.join(";")}`;
  const { page, context } = await reader({ javaScriptEnabled: false });
  await page.goto(address);
  await page.click(".short-link");
  const link = await page.getAttribute(".bookmark-error a", "href");
  expect(link).toMatch(/^\/b\/[a-z2-7]{8}$/);
  await page.click(".bookmark-error a");
  await page.waitForURL((url) => url.pathname === "/reports/conversations" && url.href.length > 1600);
  await context.close();

  const alive = await open(browser, {});
  await alive.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Who is not signed in comes there by way of it.
  await alive.page.goto(base + link);
  await signIn(alive.page);
  await alive.page.waitForURL((url) => url.pathname === "/reports/conversations" && url.href.length > 1600);
  await alive.page.waitForFunction(() =>
    Object.keys(document.querySelector(".short-link") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
  await alive.page.click(".short-link");
  await alive.page.waitForSelector(".toast-text");
  expect(await alive.page.evaluate(() => navigator.clipboard.readText())).toBe(base + link);
  await alive.context.close();
});

test("a report on paper breaks long tables between rows, says totals once, and has nothing to press", async () => {
  const { page, context } = await reader();
  const styles = (selector: string, name: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (elements, name) => [...new Set(elements.map((element) => getComputedStyle(element).getPropertyValue(name)))],
        name,
      );
  await page.goto(`${base}/reports/groups/psf?r=all`);
  await page.emulateMedia({ media: "print" });
  const long = ":has(tbody > tr:nth-child(15))";
  expect(await styles(`.card:not(:has(details))${long}`, "break-inside")).toEqual(["auto"]);
  expect(await styles(`.card:has(details)${long}`, "break-inside")).toEqual(["avoid"]);
  expect(await styles(".card tr", "break-inside")).toEqual(["avoid"]);
  expect(await styles(".kf", "break-inside")).toEqual(["avoid"]);
  expect(await styles(".card tfoot", "display")).toEqual(["table-row-group"]);
  expect(await styles(".card .fl", "display")).toEqual(["none"]);
  await context.close();
});
