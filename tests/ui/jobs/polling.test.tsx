// @vitest-environment happy-dom
/** Lists of long work ask again while something goes on, and only while someone looks. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchSight } from "../../../ui/start";
import { alive, gone } from "../alive";

let hidden = false;
let state = "running";
const job = () => ({
  id: "1",
  kind: "import",
  state,
  attempts: 1,
  progress: 0.4,
  error: null,
  created_at: "2026-11-21T07:10:00Z",
  run_at: "2026-11-21T07:10:00Z",
  finished_at: null,
});
const page = () => ({ items: [job()], total: 1, page: 1, per: 10, next: null, previous: null });

beforeEach(() => {
  [hidden, state] = [false, "running"];
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(async () => {
  await gone();
  vi.useRealTimers();
});

/** Turn to the tab, or away from it. */
async function look(seen: boolean): Promise<void> {
  hidden = !seen;
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
}
/** Let a minute pass: how often the list was asked for meanwhile. */
async function minute(requests: string[]): Promise<number> {
  const before = requests.length;
  await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));
  return requests.slice(before).filter((path) => path.startsWith("/api/v1/jobs")).length;
}
const rows_ = async () => {
  const page_ = await alive("/admin/jobs", (path) => (path.startsWith("/api/v1/jobs") ? page() : {}));
  watchSight(page_.store);
  return page_;
};

it("asks again while a job runs, not in a tab that nobody sees, and again once it is seen", async () => {
  const { requests } = await rows_();
  expect(await minute(requests)).toBeGreaterThan(5);
  await look(false);
  expect(await minute(requests)).toBe(0);
  await look(true);
  expect(await minute(requests)).toBeGreaterThan(5);
});

it("does not ask in a tab that was opened in the background until it is seen", async () => {
  hidden = true;
  const { requests } = await rows_();
  expect(await minute(requests)).toBe(0);
  await look(true);
  expect(await minute(requests)).toBeGreaterThan(5);
});

it("stops when nothing goes on any more", async () => {
  const { requests } = await rows_();
  state = "done";
  expect(await minute(requests)).toBe(1);
  expect(document.querySelector("tbody .pill")!.textContent).toBe("Done");
  expect(await minute(requests)).toBe(0);
});
