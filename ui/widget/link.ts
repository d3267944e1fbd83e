/** The calls of the web channel; whatever goes wrong is a `Refusal`. */
import type { Pending, User, WidgetEvent } from "./types";

const WAIT_S = 25;
/** As often one who waits for a person asks for their place in line. */
const LINE_S = 8;
const SEND_MS = 20_000;
const UPLOAD_MS = 120_000;
const POLL_MS = (WAIT_S + 15) * 1000;

/** A call that was not answered as hoped; status 0 where no answer came. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds to wait before the next one. */
    readonly wait = 0,
  ) {
    super(message);
  }

  /** Whether the conversation is not known any more. */
  get isGone(): boolean {
    return this.status === 401 || this.status === 404;
  }

  /** Whether the same call may be answered later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** What a conversation is opened with. */
export interface Opening {
  token: string;
  lang: string;
  page_url: string;
  referrer: string;
  vars: Readonly<Record<string, unknown>>;
  trial?: string;
  user?: User;
}

/** A conversation's key. */
export interface Key {
  id: string;
  secret: string;
}

/** Events after a cursor, and the next cursor. */
export interface Events {
  events: readonly WidgetEvent[];
  cursor: string;
  /** The visitor's place among those who wait for a person. */
  place?: number | null;
}

interface Problem {
  title?: string;
  detail?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
}

/** The server, as the panel talks to it. */
export class Link {
  constructor(private readonly base: string) {}

  /** Open a conversation. */
  async open(opening: Opening): Promise<Key & { cursor: string; theme_etag?: string | null }> {
    const { body } = await this.call("/sessions", { method: "POST", body: opening, timeout: SEND_MS });
    const { session_id, secret, cursor, theme_etag } = body as Record<string, string>;
    return { id: session_id!, secret: secret!, cursor: String(cursor ?? "0"), theme_etag };
  }

  /** Send a message; its answers may come with it. */
  async send({ id, secret }: Key, { client_msg_id, type, text, payload, file }: Pending): Promise<Partial<Events>> {
    if (file) {
      const form = new FormData();
      form.append("client_msg_id", client_msg_id);
      form.append("file", file, text);
      const files = `/sessions/${encodeURIComponent(id)}/files`;
      const { body } = await this.call(files, { method: "POST", body: form, secret, timeout: UPLOAD_MS });
      return (body ?? {}) as Partial<Events>;
    }
    const message = { client_msg_id, type, text, ...(payload && { payload }) };
    const path = `/sessions/${encodeURIComponent(id)}/messages`;
    const { body } = await this.call(path, { method: "POST", body: message, secret, timeout: SEND_MS });
    return (body ?? {}) as Partial<Events>;
  }

  /** Say whether an answer helped. */
  async rate({ id, secret }: Key, event: string, helpful: boolean | null): Promise<void> {
    const path = `/sessions/${encodeURIComponent(id)}/ratings`;
    await this.call(path, { method: "POST", body: { event, helpful }, secret, timeout: SEND_MS });
  }

  /**
   * Wait for what is new, or only ask for it; null when nothing was. A visitor in line also hears of another place than
   * the one known.
   */
  async events(
    { id, secret }: Key,
    after: string,
    waits: boolean,
    signal: AbortSignal,
    place?: number,
  ): Promise<Events | null> {
    const seconds = place === undefined ? WAIT_S : LINE_S;
    const query = new URLSearchParams({ after, wait: String(waits ? seconds : 0) });
    if (place !== undefined) query.set("place", String(place));
    const path = `/sessions/${encodeURIComponent(id)}/events?${query}`;
    const { body } = await this.call(path, { secret, timeout: POLL_MS, signal });
    return body as Events | null;
  }

  private async call(
    path: string,
    options: { method?: string; body?: unknown; secret?: string; timeout: number; signal?: AbortSignal },
  ): Promise<{ body: unknown }> {
    const { method = "GET", body, secret, timeout, signal } = options;
    const headers: Record<string, string> = { Accept: "application/json" };
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
    if (secret) headers.Authorization = `Bearer ${secret}`;
    const until = AbortSignal.timeout(timeout);
    const request: RequestInit = {
      method,
      headers,
      credentials: "omit",
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, until]) : until,
    };
    if (body !== undefined) request.body = isForm ? body : JSON.stringify(body);
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${this.base}/w/1${path}`, request);
      text = await answer.text();
    } catch (error) {
      throw new Refusal(0, String(error));
    }
    if (!answer.ok) throw refusal(answer, text);
    try {
      return { body: text ? JSON.parse(text) : null };
    } catch {
      // Something between us and the server answered in its place.
      throw new Refusal(0, "The answer is not JSON.");
    }
  }
}

/** A refusal in the server's own words, where it has some. */
function refusal(answer: Response, text: string): Refusal {
  let problem: Problem = {};
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    // The status says enough.
  }
  const first = Object.values(problem.errors ?? {})[0]?.[0];
  const seconds = Number(answer.headers.get("Retry-After"));
  const message = first ?? problem.detail ?? problem.title ?? String(answer.status);
  return new Refusal(answer.status, message, Number.isFinite(seconds) && seconds > 0 ? seconds : 0);
}
