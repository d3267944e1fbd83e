import { asProblem, NO_ANSWER, type Problem } from "../lib/problem";
import type { Session } from "../lib/session";

/** One call to our own API: a bare path is a GET. A `key` of one's own makes every try of a write the same one. */
export type Call = string | { path: string; method: string; body?: unknown; revision?: string; key?: string };

/** What an answer says beside its data: the tag that the next write is based on. */
export interface Meta {
  tag: string | null;
}

/** What comes back from a transport: data and the tag it has by now, or a problem. */
export type Answer = { data: unknown; meta?: Meta } | { error: Problem };

/** Carries calls to the API; the browser and the renderer each have their own. Forced is a read of what is there. */
export type Transport = (call: Call, signal: AbortSignal, forced?: boolean) => Promise<Answer> | Answer;

/**
 * A new key for one write. `randomUUID` is there on secure origins only; an installation within a house may have none.
 */
export const fresh = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What the window learns when the reader's session is over. */
export const ENDED = "parley:ended";

let token = "";
/** Take the token of a session begun again in another tab. */
export const renewToken = (csrf: string): void => void (token = csrf);

let overtakings = 0;
/** What is being read may be old by the time it comes: something else was written. */
export const overtake = (): void => void (overtakings += 1);

/** How often a read is asked again because a write has overtaken it. */
const MOST_OVERTAKEN = 2;

/**
 * Up to this many characters, of four bytes at most, a write outlives its page: browsers carry 64 KB for all such
 * writes together.
 */
const MOST_KEPT_ALIVE = 4096;

/** No proxy waits longer for an answer; uploads may. */
const PATIENCE_MS = 60_000;

/**
 * Writes to one address go one after the other, so that of two choices the later one holds, and no write overtakes a
 * read: one that was under way when a write began may not know of it, and its answer would take back what the page
 * already shows. It is asked again once the writes are done; so is one that a write's end overtakes, because what the
 * end invalidates is not asked while it is under way. What is forced is asked when the writes are done. Uploads may
 * take minutes, and nothing they bring is shown before they are there: they keep nobody waiting and overtake nobody
 * until they end.
 */
function inOrder(send: (call: Exclude<Call, string>, signal: AbortSignal) => Promise<Answer>): Transport {
  const writing = new Map<string, Promise<Answer>>();
  return async (request, signal, forced) => {
    const call = typeof request === "string" ? { path: request, method: "GET" } : request;
    if (call.method !== "GET") {
      if (call.body instanceof FormData) return send(call, signal).finally(overtake);
      overtake();
      const before = writing.get(call.path);
      const sent = before ? before.then(() => send(call, signal)) : send(call, signal);
      writing.set(call.path, sent);
      return sent.finally(() => {
        overtake();
        if (writing.get(call.path) === sent) writing.delete(call.path);
      });
    }
    for (let attempt = 0; ; attempt += 1) {
      if (forced || attempt) await Promise.all(writing.values());
      const before = overtakings;
      const answer = await send(call, signal);
      if (overtakings === before || attempt === MOST_OVERTAKEN || signal.aborted) return answer;
    }
  };
}

/** The browser's transport: same-origin fetch in the session's language, with the CSRF header on writes. */
export function browserTransport({ csrf, locale, user }: Session): Transport {
  token = csrf;
  return inOrder(async ({ path, method, ...rest }, signal) => {
    const upload = rest.body instanceof FormData && rest.body;
    const sent = upload || JSON.stringify(rest.body);
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": locale };
    const init: RequestInit = {
      method,
      headers,
      body: sent,
      // Browsers that cannot join signals wait without an end.
      signal: (!upload && AbortSignal.any?.([signal, AbortSignal.timeout(PATIENCE_MS)])) || signal,
    };
    if (method !== "GET") {
      headers["X-CSRF-Token"] = token;
      headers["Idempotency-Key"] = rest.key ?? fresh();
      // What was pressed before the page was left is done all the same.
      init.keepalive = !sent || (typeof sent === "string" && sent.length <= MOST_KEPT_ALIVE);
    }
    if (rest.revision) headers["If-Match"] = `"${rest.revision}"`;
    if (typeof sent === "string") headers["Content-Type"] = "application/json";
    try {
      const response = await fetch(path, init);
      const parsed = parse(await response.text());
      if (response.status === 401 && user) globalThis.dispatchEvent?.(new Event(ENDED));
      return response.ok
        ? { data: parsed, meta: { tag: response.headers.get("ETag") } }
        : { error: asProblem(response.status, parsed) };
    } catch (error) {
      return { error: { status: (error as Error).name === "TimeoutError" ? 504 : NO_ANSWER } };
    }
  });
}

/** JSON, or null where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
