import { translator } from "../lib/messages";
import { LANGUAGES } from "../lib/session";
import type { Shown } from "./context";
import type { HeadContext, Page } from "./page";
import type { Session } from "../lib/session";
import { path, type PathValue } from "../lib/path";
import { writeQuery } from "./query";

/** The product's name, the same in every language. */
const NAME = "Parley";

function context(page: Shown, session: Session, state: unknown): HeadContext {
  const { params = {}, query = {} } = page.located ?? {};
  return { params, query, url: page.url, session, state, t: translator(session.locale) };
}

/** The document's title; how many wait in the inbox comes first, where a tab still shows it. */
export function titleOf(current: Shown, session: Session, state: unknown): string {
  const own = ownTitle(current, session, state);
  return session.waiting ? `(${session.waiting}) ${own}` : own;
}

function ownTitle(current: Shown, session: Session, state: unknown): string {
  const c = context(current, session, state);
  if (current.trouble) return `${c.t(`problem.${drawnStatus(current.trouble.status)}.title`)} · ${NAME}`;
  const title = current.located?.page.title ?? NAME;
  const own = typeof title === "function" ? title(c) : c.t(title);
  return own === NAME ? NAME : `${own} · ${NAME}`;
}

/** The statuses with words of their own. */
export const drawnStatus = (status: number): number => ([400, 403, 404, 410, 429].includes(status) ? status : 503);

const escape = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function address(page: Page, current: Shown, at: string | undefined, hl?: string): string {
  const own = writeQuery(page.query, (current.located?.query ?? {}) as Record<string, PathValue>);
  return path(at ?? current.url.split(/[?#]/, 1)[0] ?? "/", { ...own, hl });
}

/** What of structured data are addresses: of articles, their pages and pictures, and crumbs. */
const ADDRESSES = ["url", "item", "mainEntityOfPage", "image"];

/**
 * Meta, canonical, language alternates and JSON-LD as head markup; addresses are whole where the installation knows its
 * own, for search engines ask for that.
 */
export function headOf(current: Shown, session: Session, state: unknown): string {
  const page = current.located?.page;
  if (!page || current.trouble) return '<meta name="robots" content="noindex">';
  const head = page.head?.(context(current, session, state)) ?? {};
  const origin = session.origin ?? "";
  const link = (rel: string, href: string, more = "") =>
    out.push(`<link rel="${rel}"${more} href="${escape(origin + href)}">`);
  const out: string[] = [];
  if (head.description) out.push(`<meta name="description" content="${escape(head.description)}">`);
  const robots = head.robots ?? (page.sitemap ? null : "noindex");
  if (robots) out.push(`<meta name="robots" content="${robots}">`);
  if (page.sitemap) {
    const hl = session.locale === "en" ? undefined : session.locale;
    link("canonical", address(page, current, head.at, hl));
    for (const { id } of LANGUAGES)
      link("alternate", address(page, current, head.at, id === "en" ? undefined : id), ` hreflang="${id}"`);
    link("alternate", address(page, current, head.at), ' hreflang="x-default"');
  }
  if (head.feed) link("alternate", head.feed, ' type="application/atom+xml"');
  if (head.data) {
    const data = JSON.stringify(head.data, (key, value: unknown) =>
      ADDRESSES.includes(key) && typeof value === "string" ? origin + value : value,
    );
    out.push(`<script type="application/ld+json">${data.replaceAll("<", "\\u003c")}</script>`);
  }
  return out.join("");
}
