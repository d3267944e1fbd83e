import { matchPath } from "react-router";
import { path } from "../lib/path";
import { isProblem, type Problem } from "../lib/problem";
import { mayOpen, type Session } from "../lib/session";
import { DEFAULT_ABILITY } from "../state";
import type { Need, NeedContext, Page, PageContext, PageRow, Settled } from "./page";
import { readQuery, type Grammar, type QueryProblem } from "./query";

/** A page's address, read. */
export interface Located {
  page: Page;
  params: Readonly<Record<string, string>>;
  query: PageContext<Grammar>["query"];
  extra: string[];
  bad: QueryProblem | null;
}

/** Why a page is not what was asked for, and the status that says so. */
export interface Trouble {
  status: number;
  problem: Problem;
  bad?: QueryProblem | null;
}

/** What became of a plan. */
export type Outcome =
  | { kind: "page"; located: Located; status: number }
  | { kind: "redirect"; status: number; to: string }
  | { kind: "trouble"; located: Located | null; trouble: Trouble };

/** Runs a need and waits for it. */
export type Ask = <T>(need: Need<T>) => PromiseLike<Settled<T>> & { unsubscribe?: () => void };

const split = (url: string): [string, URLSearchParams] => {
  const bare = url.split("#", 1)[0] ?? "";
  const at = bare.indexOf("?");
  return at < 0 ? [bare, new URLSearchParams()] : [bare.slice(0, at), new URLSearchParams(bare.slice(at + 1))];
};

/** Find the page of an address; static paths come before patterns. */
export function find(pages: readonly PageRow[], url: string): { page: PageRow; params: Record<string, string> } | null {
  const [pathname] = split(url);
  for (const page of pages) {
    const match = matchPath({ path: page.path, end: true, caseSensitive: true }, pathname);
    if (match) return { page, params: match.params as Record<string, string> };
  }
  return null;
}

/** Find the page of an address, fetch its declaration and read the query by its grammar. */
export async function locate(pages: readonly PageRow[], url: string): Promise<Located | null> {
  const match = find(pages, url);
  if (!match) return null;
  const page = await match.page.load();
  const { values, extra, problem } = readQuery(page.query, split(url)[1]);
  return { page, params: match.params, query: values, extra, bad: problem };
}

/** The language asked for in an address, which links keep. */
export const languageOf = (url: string): string | null => split(url)[1].get("hl");

/** What was just done, by the name of its text. */
export const doneOf = (url: string): string | null => split(url)[1].get("done");

/** An address in a language. */
export function withLanguage(to: string, language: string): string {
  const [head = "", ...hash] = to.split("#");
  return `${head}${head.includes("?") ? "&" : "?"}hl=${language}${hash.length ? `#${hash.join("#")}` : ""}`;
}

/** Where a refused anonymous reader goes, and comes back from. */
export const signInPath = (url: string, why?: "ended") => path("/pages/login-v1", { next: url, why });

// A control character anywhere; in the path a backslash, two slashes, or a segment that leads upwards.
const UNSAFE = /[\x00-\x1f\x7f]|^[^?#]*(?:\\|\/\/|\/\.\.?(?:[/?#]|$))/;

/** Only an address of our own is a place to go on to; `safe_next` in Flask agrees on each case. */
export function safeNext(next: string | undefined | null): string | null {
  if (!next?.startsWith("/") || next.length > 4000) return null;
  // Bytes beyond ASCII matter to no rule, so they need not become characters again.
  const decoded = next.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return UNSAFE.test(next) || UNSAFE.test(decoded) ? null : next;
}

/** Judge by access alone, before anything is asked. */
function admit(located: Located, url: string, session: Session): Outcome | null {
  const { access } = located.page;
  if (access === "public") return null;
  if (access === "guest") {
    return session.user ? { kind: "redirect", status: 303, to: safeNext(split(url)[1].get("next")) ?? "/" } : null;
  }
  if (!session.user) return { kind: "redirect", status: 303, to: signInPath(url) };
  const allowed =
    access === "user" || mayOpen(access, { ...session.user, ability: session.user.ability ?? DEFAULT_ABILITY });
  return allowed ? null : { kind: "trouble", located, trouble: { status: 403, problem: { status: 403 } } };
}

/** Judge the answers: the first one decides for the page, later ones may fail in their own part. */
function judge(located: Located, url: string, settled: readonly Settled[]): Outcome {
  let status = 200;
  for (const [index, { error }] of settled.entries()) {
    if (error === undefined) continue;
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    if (problem.status === 401) {
      if (located.page.access !== "public") return { kind: "redirect", status: 303, to: signInPath(url, "ended") };
    } else if (problem.status === 422 || problem.status === 400) {
      return { kind: "trouble", located, trouble: { status: 400, problem } };
    } else if (problem.status >= 400 && problem.status < 500) {
      return { kind: "trouble", located, trouble: { status: problem.status, problem } };
    } else if (index === 0) {
      return { kind: "trouble", located, trouble: { status: 503, problem } };
    } else {
      status = 503;
    }
  }
  return { kind: "page", located, status };
}

/** Plan a page: find it, admit its reader, ask for its needs, judge the answers. */
export async function plan(pages: readonly PageRow[], url: string, session: Session, ask: Ask): Promise<Outcome> {
  const located = await locate(pages, url);
  if (!located) return { kind: "trouble", located: null, trouble: { status: 404, problem: { status: 404 } } };
  const refused = admit(located, url, session);
  if (refused) return refused;
  if (located.bad)
    return { kind: "trouble", located, trouble: { status: 400, problem: { status: 400 }, bad: located.bad } };
  if (!located.page.needs) return { kind: "page", located, status: 200 };
  const held: { unsubscribe?: () => void }[] = [];
  const run = async <T>(need: Need<T>): Promise<Settled<T>> => {
    const request = ask(need);
    held.push(request);
    return request;
  };
  const context: NeedContext<Grammar, string> = {
    params: located.params,
    query: located.query,
    url,
    session,
    ask: async <T>(need: Need<T>) => (await run(need)).data,
  };
  const needs = await located.page.needs(context);
  const settled = await Promise.all(needs.map((need) => run(need)));
  // The answers stay in the cache; nobody is subscribed until a component is.
  for (const request of held) request.unsubscribe?.();
  return judge(located, url, settled);
}
