import { asProblem, NO_ANSWER, type Problem } from "../lib/problem";

/** One call to our own API: a bare path is a GET. */
export type Call = string | { path: string; method: string; body?: unknown; version?: string };

/** What comes back from a transport: data, or a problem. */
export type Answer = { data: unknown } | { error: Problem };

/** Carries calls to the API; the browser and the renderer each have their own. */
export type Transport = (call: Call, signal: AbortSignal) => Promise<Answer> | Answer;

const body = (value: unknown): BodyInit => (value instanceof FormData ? value : JSON.stringify(value));

/** The browser's transport: same-origin fetch with the CSRF header on writes. */
export function browserTransport(csrf: () => string): Transport {
  return async (call, signal) => {
    const { path, method, ...rest } = typeof call === "string" ? { path: call, method: "GET" } : call;
    const headers: Record<string, string> = { Accept: "application/json" };
    if (method !== "GET") {
      headers["X-CSRF-Token"] = csrf();
      headers["Idempotency-Key"] = crypto.randomUUID();
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
