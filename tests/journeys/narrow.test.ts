// Long names: no page scrolls sideways for them, menus stay on the screen, and nothing is a pixel taller than the
// window.
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { address, anonymous, signedIn } from "./addresses";
import { launch, open, settled, signIn, type Watched } from "./browser";
import { base } from "./here";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwe";
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Give everything that people name a name without a place to break it, as a client of the API does. */
async function nameLong(context: BrowserContext): Promise<void> {
  const { request } = context;
  const { accessToken } = (await (
    await request.post(`${base}/jwt/login`, { data: { email: "admin@demo.com", password: "admin" } })
  ).json()) as { accessToken: string };
  // A context of its own: with cookies a token would not be judged alone.
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
  await post("/api/v1/bookmarks", { url: "/admin/bots?q=long", title: LONG });
}

/** What of a page does not fit the screen, in words. */
async function misfits({ page }: Watched, path: string): Promise<string[]> {
  await page.goto(base + path);
  await settled(page);
  const said = await page.evaluate(() => {
    const root = document.documentElement;
    const out = [
      root.scrollWidth > root.clientWidth ? `${root.scrollWidth - root.clientWidth} px wider than the screen` : "",
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
    return out.filter(Boolean);
  });
  return said.map((one) => `${path}: ${one}`);
}

test.each([390, 820])(
  "no page is wider than the screen at %i, and its menus stay on it",
  { timeout: 300_000 },
  async (width) => {
    const reader = await open(browser, { viewport: { width, height: 844 } });
    await reader.page.goto(`${base}/pages/login-v1`);
    await signIn(reader.page);
    await nameLong(reader.context);
    const found: string[] = [];
    for (const page of signedIn) found.push(...(await misfits(reader, await address(page, reader))));
    for (const path of ["/reports/dashboard?r=all", "/reports/conversations?r=all", `/search?q=${LONG.slice(0, 12)}`])
      found.push(...(await misfits(reader, path)));
    const guest = await open(browser, { viewport: { width, height: 844 } });
    for (const page of anonymous) found.push(...(await misfits(guest, await address(page, reader))));
    expect(found, found.join("\n")).toEqual([]);
    await reader.context.close();
    await guest.context.close();
  },
);
