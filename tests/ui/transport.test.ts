import { afterEach, expect, test, vi } from "vitest";
import { browserTransport } from "../../ui/api";
import type { Session } from "../../ui/lib/session";

const session = { csrf: "token", locale: "hi" } as Session;
const { signal } = new AbortController();
afterEach(() => vi.unstubAllGlobals());

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
  await send({ path: "/api/v1/bots/1", method: "PATCH", body: {}, version: "3" }, signal);
  expect(sent.map((headers) => headers["Accept-Language"])).toEqual(["hi", "hi", "hi"]);
  expect(sent.map((headers) => headers["X-CSRF-Token"])).toEqual([undefined, "token", "token"]);
  expect(sent[2]?.["If-Match"]).toBe('"3"');
  const keys = sent.map((headers) => headers["Idempotency-Key"]);
  expect(keys[0]).toBeUndefined();
  expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[2]);
});
