import { asProblem, NO_ANSWER, type Problem } from "../lib/problem";
import type { Session } from "../lib/session";

/** One call to our own API: a bare path is a GET. */
export type Call = string | { path: string; method: string; body?: unknown; version?: string };

/** What comes back from a transport: data, or a problem. */
export type Answer = { data: unknown } | { error: Problem };

/** Carries calls to the API; the browser and the renderer each have their own. */
export type Transport = (call: Call, signal: AbortSignal) => Promise<Answer> | Answer;

const body = (value: unknown): BodyInit => (value instanceof FormData ? value : JSON.stringify(value));

// `randomUUID` is there on secure origins only; an installation within a house may have none.
const fresh = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The browser's transport: same-origin fetch in the session's language, with the CSRF header on writes. */
export function browserTransport({ csrf, locale }: Session): Transport {
  return async (call, signal) => {
    const { path, method, ...rest } = typeof call === "string" ? { path: call, method: "GET" } : call;
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": locale };
    if (method !== "GET") {
      headers["X-CSRF-Token"] = csrf;
      headers["Idempotency-Key"] = fresh();
    }
    if (rest.version) headers["If-Match"] = `"${rest.version}"`;
    if (rest.body !== undefined && !(rest.body instanceof FormData)) headers["Content-Type"] = "application/json";
    try {
      const init: RequestInit = { method, headers, signal, credentials: "same-origin" };
      if (rest.body !== undefined) init.body = body(rest.body);
      const response = await fetch(path, init);
      const text = await response.text();
      const parsed: unknown = text ? parse(text) : null;
      return response.ok ? { data: parsed } : { error: asProblem(response.status, parsed) };
    } catch {
      return { error: { status: NO_ANSWER, code: "offline" } };
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
