// @vitest-environment happy-dom
/** Bookmarks in an order of one's own: by keys on the handle, seen at once, taken back with the reason. */
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { BOOKMARK } from "../../ssr/examples";
import { alive, gone, getElement, texts } from "../alive";

const row = (id: string, position: number, folder = "") => ({
  ...BOOKMARK,
  id,
  title: `View ${id}`,
  url: `/admin/bots?q=${id}`,
  position,
  folder,
  revision: 1,
});
const ROWS = [row("1", 1), row("2", 2, "Daily"), row("3", 3), row("4", 4)];
let away = false;
const read = (path: string) =>
  away
    ? undefined
    : path.startsWith("/api/bookmarks/data")
      ? { suggestions: [], bookmarks: [] }
      : { items: ROWS, total: 4, page: 1, per: 50, next: null, previous: null };
const names = () => texts(".card:first-of-type .keep-name a");
const announcements = () => texts(".keeps [role=status]").filter(Boolean);

/** Press Alt and a key on the handle of a row. */
async function press(title: string, key: string): Promise<void> {
  const grip = getElement(".grip", title);
  grip.focus();
  await act(
    async () =>
      void grip.dispatchEvent(new KeyboardEvent("keydown", { key, altKey: true, bubbles: true, cancelable: true })),
  );
}

afterEach(() => {
  away = false;
  return gone();
});

it("a row moves within its folder, takes its neighbour's place, and is reported", async () => {
  const page = await alive("/bookmarks", read);
  await press("View 1", "ArrowDown");
  expect(names()).toEqual(["View 3", "View 1", "View 4"]);
  expect(page.sent).toEqual([{ path: "/api/v1/bookmarks/1", method: "PATCH", revision: "1", body: { position: 3 } }]);
  expect(announcements()).toEqual(["\u2068View 1\u2069 is now 2 of 3"]);
});

it("nothing moves beyond the ends, or a second time before the first is answered", async () => {
  const page = await alive("/bookmarks", read);
  await press("View 1", "ArrowUp");
  await press("View 4", "ArrowDown");
  expect(page.sent).toEqual([]);
  await press("View 4", "ArrowUp");
  await press("View 4", "ArrowUp");
  expect([names(), page.sent.length]).toEqual([["View 1", "View 4", "View 3"], 1]);
});

it("a row that may not move is where it was, with the reason", async () => {
  const page = await alive("/bookmarks", read);
  await press("View 1", "ArrowDown");
  away = true;
  await page.settle({ error: { status: 412 } });
  expect(names()).toEqual(["View 1", "View 3", "View 4"]);
  expect(texts(".toast.bad").join()).toContain("Someone changed this bookmark");
});
