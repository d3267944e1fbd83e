// Long names: no page scrolls sideways for them, menus stay on the screen, and nothing is a pixel taller than the
// window.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { address, anonymous, signedIn } from "./addresses";
import { launch, open, settled, signIn, type Watched } from "./browser";
import { base } from "./here";
import { expectNone, findings } from "./pages";

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

/** What of the page does not fit the screen, in words. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth && !element.closest(".sr"),
    );
    const named = wide.slice(0, 8).map((element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`);
    const out = [
      root.scrollWidth > root.clientWidth
        ? `${root.scrollWidth - root.clientWidth} px wider than the screen: ${named.join(", ")}`
        : "",
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

/** Open a page on a phone, then turn that to the width of a tablet; at length, open it at both. */
async function check({ page }: Watched, path: string): Promise<void> {
  const list: string[] = [];
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 390 || process.env.ENDURE === "1") await page.goto(base + path);
    await settled(page);
    list.push(...(await misfits(page)).map((misfit) => `${width}: ${misfit}`));
  }
  expectNone(list);
}

describe("no page is wider than a phone's or a tablet's screen, and its menus stay on it", () => {
  let reader: Watched;
  let guest: Watched;
  beforeAll(async () => {
    [reader, guest] = await Promise.all([open(browser), open(browser)]);
    await reader.page.goto(`${base}/pages/login-v1`);
    await signIn(reader.page);
    await nameLong(reader.context);
  });

  test.each(signedIn.map((page) => [page.name, page] as const))("%s", async (_name, page) => {
    await check(reader, await address(page, reader));
  });

  test.each(["/reports/dashboard?r=all", "/reports/conversations?r=all", `/search?q=${LONG.slice(0, 12)}`])(
    "%s",
    (path) => check(reader, path),
  );

  test.each(anonymous.map((page) => [page.name, page] as const))("%s without an account", async (_name, page) => {
    await check(guest, await address(page, reader));
  });
});

test("the dashboard is accessible on a phone", async () => {
  const watched = await open(browser, { bypassCSP: true, viewport: { width: 390, height: 844 } });
  await watched.page.goto(`${base}/pages/login-v1?next=/reports/dashboard`);
  await signIn(watched.page);
  await settled(watched.page);
  expectNone(await findings(watched));
  await watched.context.close();
});
