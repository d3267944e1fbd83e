// @vitest-environment happy-dom
// Living updates in the browser: news comes once, silence asked again, failures waited out, hidden pages left alone.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserTransport } from "../../ui/api";
import { listen, type Change } from "../../ui/api/live";
import { SESSION } from "./rendered";

type Reply = { after: number; changes: Change[]; missed: boolean } | number | Error;
const MESSAGE = { kind: "chat:message", subject: "4" };

let requests: string[];
let stop: AbortController;
let heard: (Change[] | null)[];

/** A server that says these things in turn and then lets one wait for ever. */
function server(...replies: Reply[]): void {
  vi.stubGlobal("fetch", (path: string, { signal }: RequestInit) => {
    requests.push(path);
    const reply = replies.shift();
    if (reply === undefined)
      return new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new Error("aborted"))));
    if (reply instanceof Error) return Promise.reject(reply);
    return Promise.resolve(typeof reply === "number" ? new Response("", { status: reply }) : Response.json(reply));
  });
}
const show = (state: string) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state as DocumentVisibilityState);
  document.dispatchEvent(new Event("visibilitychange"));
};
const begin = (after = "1") => listen(after, (changes) => heard.push(changes), stop.signal);

beforeEach(() => {
  vi.useFakeTimers();
  [requests, heard, stop] = [[], [], new AbortController()];
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what has changed is reported, and the next question begins behind it", async () => {
  server({ after: 3, changes: [MESSAGE], missed: false }, { after: 900, changes: [], missed: true });
  void begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([[MESSAGE], null]);
  expect(requests.map((path) => path.split("=")[1])).toEqual(["1", "3", "900"]);
});

test("what is read while news comes is read again: it may be older than the news", async () => {
  vi.stubGlobal("fetch", (path: string) => {
    requests.push(path);
    return new Promise((done) => setTimeout(done, 1000, Response.json({})));
  });
  const read = browserTransport(SESSION)("/api/v1/cart", stop.signal);
  await vi.advanceTimersByTimeAsync(500);
  const slow = globalThis.fetch;
  server({ after: 3, changes: [MESSAGE], missed: false });
  void begin();
  await vi.advanceTimersByTimeAsync(0);
  vi.stubGlobal("fetch", slow);
  await vi.advanceTimersByTimeAsync(1500);
  await read;
  expect(requests.filter((path) => path === "/api/v1/cart")).toHaveLength(2);
});

test("a server that does not let one wait is asked every other second, not for ever at once", async () => {
  server({ after: 1, changes: [], missed: false }, { after: 1, changes: [], missed: false });
  void begin();
  await vi.advanceTimersByTimeAsync(1900);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toHaveLength(2);
  expect(heard).toEqual([]);
});

test("failures are waited out, each twice as long as the one before, and then it goes on", async () => {
  server(new Error("gone"), 503, { after: 2, changes: [MESSAGE], missed: false });
  void begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1900);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(heard).toEqual([[MESSAGE]]);
});

test("nobody asks while the page is hidden or there is no connection", async () => {
  server();
  show("hidden");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  void begin();
  await vi.advanceTimersByTimeAsync(60_000);
  show("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(0);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(1);
});

test("a session that is over is reported to the page, and nothing is asked any more", async () => {
  const ended = vi.fn();
  window.addEventListener("parley:ended", ended);
  server(401);
  await begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toHaveBeenCalledTimes(1);
  expect(requests).toHaveLength(1);
});

test("who leaves the page asks no more", async () => {
  server({ after: 1, changes: [], missed: false });
  const over = begin();
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await over;
  expect(requests).toHaveLength(1);
});
