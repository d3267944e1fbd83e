import { afterEach, expect, test, vi } from "vitest";
import { browserTransport, ENDED, renewToken } from "../../ui/api";
import { overtake } from "../../ui/api/transport";
import type { Session } from "../../ui/lib/session";

const session = { csrf: "token", locale: "hi" } as Session;
const { signal } = new AbortController();
afterEach(() => (vi.unstubAllGlobals(), vi.restoreAllMocks()));

/** The headers of the requests made, answered with an empty object. */
function listen(): Record<string, string>[] {
  const sent: Record<string, string>[] = [];
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    sent.push(init.headers as Record<string, string>);
    return Promise.resolve(new Response("{}"));
  });
  return sent;
}

test("every call speaks the session's language; only writes carry the token, each with a key of its own", async () => {
  const sent = listen();
  const send = browserTransport(session);
  await send("/api/v1/bots", signal);
  await send({ path: "/api/v1/bots", method: "POST", body: { name: "a" } }, signal);
  await send({ path: "/api/v1/bots/1", method: "PATCH", body: {}, revision: "3" }, signal);
  expect(sent.map((headers) => headers["Accept-Language"])).toEqual(["hi", "hi", "hi"]);
  expect(sent.map((headers) => headers["X-CSRF-Token"])).toEqual([undefined, "token", "token"]);
  expect(sent[2]?.["If-Match"]).toBe('"3"');
  const keys = sent.map((headers) => headers["Idempotency-Key"]);
  expect(keys[0]).toBeUndefined();
  expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[2]);
});

test("the window learns that a session is over, once it was there; a new token is sent from then on", async () => {
  const events: string[] = [];
  vi.stubGlobal("dispatchEvent", (event: Event) => events.push(event.type));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 401 })));
  await browserTransport(session)("/api/v1/bots", signal);
  expect(events).toEqual([]);
  const send = browserTransport({ ...session, user: { id: "1" } } as Session);
  await send("/api/v1/bots", signal);
  expect(events).toEqual([ENDED]);
  const sent = listen();
  renewToken("new");
  await send({ path: "/api/v1/bots", method: "POST", body: {} }, signal);
  expect(sent[0]?.["X-CSRF-Token"]).toBe("new");
});

test("a call that never answers ends as one that took too long; an upload may take its time", async () => {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  vi.stubGlobal(
    "fetch",
    (_path: string, { signal: ends }: RequestInit) =>
      new Promise((_done, fail) => {
        if (ends?.aborted) fail(ends.reason as Error);
        ends?.addEventListener("abort", () => fail(ends.reason as Error));
      }),
  );
  const send = browserTransport(session);
  const read = send("/api/v1/bots", signal);
  const written = send({ path: "/api/v1/bots", method: "POST", body: {} }, signal);
  const left = new AbortController();
  const upload = send({ path: "/api/v1/files", method: "POST", body: new FormData() }, left.signal);
  patience.abort(new DOMException("", "TimeoutError"));
  const slow = { error: { status: 504 } };
  expect([await read, await written]).toEqual([slow, slow]);
  left.abort();
  expect(await upload).toEqual({ error: { status: 0 } });
});

/** A server whose answers come when a test asks them to, in any order. */
function slow(): { requests: string[]; answer: (at: number, body?: unknown) => Promise<void> } {
  const requests: string[] = [];
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    return new Promise<Response>((done) => answers.push(done));
  });
  return {
    requests,
    answer: async (at, body = {}) => (answers[at]?.(Response.json(body)), new Promise((done) => setTimeout(done))),
  };
}

test("a read that a write has overtaken is asked again after it; only its last answer counts", async () => {
  const { requests, answer } = slow();
  const send = browserTransport(session);
  const read = send("/api/v1/cart", signal);
  const written = send({ path: "/api/v1/cart/1", method: "DELETE" }, signal);
  await answer(0, { lines: 2 });
  expect(requests).toEqual(["GET /api/v1/cart", "DELETE /api/v1/cart/1"]);
  await answer(1);
  await written;
  expect(requests).toHaveLength(3);
  await answer(2, { lines: 1 });
  expect(await read).toMatchObject({ data: { lines: 1 } });
});

test("a read begun beside a write, and one beside an upload, are not asked again", async () => {
  const { requests, answer } = slow();
  const send = browserTransport(session);
  void send({ path: "/api/v1/cart/1", method: "DELETE" }, signal);
  const late = send("/api/v1/cart", signal);
  await answer(1, { lines: 1 });
  expect(await late).toMatchObject({ data: { lines: 1 } });
  const read = send("/api/v1/imports", signal);
  void send({ path: "/api/v1/imports", method: "POST", body: new FormData() }, signal);
  await answer(2, { items: [] });
  expect(await read).toMatchObject({ data: { items: [] } });
  expect(requests).toHaveLength(4);
});

test("a read is asked again that the end of a write or of an upload, or news, has overtaken", async () => {
  const { requests, answer } = slow();
  const send = browserTransport(session);
  const ends = [() => answer(0), () => answer(2), () => Promise.resolve(overtake())];
  void send({ path: "/api/v1/cart/1", method: "DELETE" }, signal);
  const read = send("/api/v1/cart", signal);
  void send({ path: "/api/v1/imports", method: "POST", body: new FormData() }, signal);
  for (const [at, end] of ends.entries()) {
    await end();
    await answer(at === 0 ? 1 : at + 2, { at });
  }
  expect(await read).toMatchObject({ data: { at: 2 } });
  expect(requests.filter((request) => request === "GET /api/v1/cart")).toHaveLength(3);
});

test("a read that is forced begins when the writes under way are done, and no upload keeps it waiting", async () => {
  const { requests, answer } = slow();
  const send = browserTransport(session);
  void send({ path: "/api/v1/imports", method: "POST", body: new FormData() }, signal);
  void send({ path: "/api/v1/cart/1", method: "DELETE" }, signal);
  void send("/api/v1/cart", signal, true);
  await answer(9);
  expect(requests).toHaveLength(2);
  await answer(1);
  expect(requests).toEqual(["POST /api/v1/imports", "DELETE /api/v1/cart/1", "GET /api/v1/cart"]);
});

test("writes without end keep no read waiting for ever", async () => {
  const { requests, answer } = slow();
  const send = browserTransport(session);
  const read = send("/api/v1/cart", signal);
  for (let at = 0; at < 6; at += 2) {
    void send({ path: "/api/v1/cart/1", method: "PATCH", body: {} }, signal);
    await answer(at, { at });
    await answer(at + 1);
  }
  expect(await read).toMatchObject({ data: { at: 4 } });
  expect(requests).toHaveLength(6);
});

test("of two writes to one address the second waits for the first, and is sent when that is answered", async () => {
  const { requests, answer } = slow();
  const send = browserTransport(session);
  void send({ path: "/api/v1/polls/1/vote", method: "POST", body: { option: "a" } }, signal);
  const second = send({ path: "/api/v1/polls/1/vote", method: "POST", body: { option: "b" } }, signal);
  void send({ path: "/api/v1/polls/2/vote", method: "POST", body: { option: "c" } }, signal);
  expect(requests).toEqual(["POST /api/v1/polls/1/vote", "POST /api/v1/polls/2/vote"]);
  await answer(0);
  expect(requests).toHaveLength(3);
  await answer(2, { mine: "b" });
  expect(await second).toMatchObject({ data: { mine: "b" } });
});

test("a small write outlives the page it was made on; a large one, an upload and a read do not", async () => {
  const flags: (boolean | undefined)[] = [];
  vi.stubGlobal(
    "fetch",
    (_path: string, { keepalive }: RequestInit) => (flags.push(keepalive), Promise.resolve(new Response("{}"))),
  );
  const send = browserTransport(session);
  await send({ path: "/api/v1/bots/1", method: "DELETE" }, signal);
  await send({ path: "/api/v1/bots", method: "POST", body: { name: "a" } }, signal);
  await send({ path: "/api/v1/bots", method: "POST", body: { name: "a".repeat(9000) } }, signal);
  await send({ path: "/api/v1/imports", method: "POST", body: new FormData() }, signal);
  await send("/api/v1/bots", signal);
  expect(flags).toEqual([true, true, false, false, undefined]);
});
