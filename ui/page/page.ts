import type { UnknownAction, ThunkAction } from "@reduxjs/toolkit";
import type { ComponentType } from "react";
import type { Extra } from "../api/api";
import type { IconName } from "../components/icons";
import type { Problem } from "../lib/problem";
import type { Access, Session } from "../lib/session";
import type { TextFunction } from "../lib/messages";
import type { Grammar, Values } from "./query";

/** What a need comes back with once it is answered. */
export interface Settled<T = unknown> {
  data?: T | undefined;
  error?: unknown;
}

/** One declared need: an endpoint's `initiate(args)`. */
// RTK Query's own state type is private to it, hence `any`.
export type Need<T = unknown> = ThunkAction<
  PromiseLike<Settled<T>> & { unsubscribe?: () => void },
  any, // eslint-disable-line @typescript-eslint/no-explicit-any
  Extra,
  UnknownAction
>;

/** What a form leaves behind for its page: why it was refused, or an answer that is shown this once. */
export interface FormState {
  page: string;
  values: Record<string, string>;
  problem: Problem;
  answer?: unknown;
  /** The fragment of the address the form names as its page: which of several forms of one call it is. */
  part?: string;
}

/** What declarations and views know of the address. */
export interface PageContext<G extends Grammar = Grammar, P extends string = string> {
  params: Readonly<Record<P, string>>;
  query: Values<G>;
  url: string;
  session: Session;
}

/** What `needs` may use besides the address: ask one need and wait for its data. */
export interface NeedContext<G extends Grammar, P extends string> extends PageContext<G, P> {
  ask: <T>(need: Need<T>) => Promise<T | undefined>;
}

/** What titles and heads may use: text, and the store's state to select from. */
export interface HeadContext<G extends Grammar = Grammar, P extends string = string> extends PageContext<G, P> {
  t: TextFunction;
  // Endpoint selectors want the whole root state, which lives above this layer.
  state: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** What search engines and previews read. */
export interface Head {
  description?: string;
  robots?: string;
  /** A JSON-LD graph, written as data. */
  data?: unknown;
  /** The address of an Atom feed of what the page shows. */
  feed?: string;
  /** The page's own address, where others lead to it too. */
  at?: string;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer K}/${infer Rest}`
  ? K | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer K}`
    ? K
    : never;

/** The groups of the menu. */
export type MenuGroup = "reports" | "admin" | "work" | "apps" | "more";

/** Where a page is in the menu: its group, and its place in it. */
export interface MenuPlace {
  group: MenuGroup;
  order: number;
}

/**
 * Keys that work on a page only: what to press, one key or several beside each other, and the key of its text under
 * `<area>.key.`.
 */
export type PageKeys = readonly (readonly [keys: string, name: string])[];

/** A page as its feature declares it. */
export interface Declaration<Path extends string, G extends Grammar> {
  name: string;
  path: Path;
  area: string;
  access: Access;
  title: string | ((c: HeadContext<G, ParamsOf<Path>>) => string);
  view: () => Promise<{ default: ComponentType }>;
  layout?: "frame" | "public" | "sign-in";
  query?: G;
  needs?: (c: NeedContext<G, ParamsOf<Path>>) => readonly Need[] | Promise<readonly Need[]>;
  head?: (c: HeadContext<G, ParamsOf<Path>>) => Head;
  /** Areas whose texts data alone names; the build adds those that the view names, see `withMessages`. */
  messages?: readonly string[];
  /** Without the styles of fields and lists, having neither. */
  bare?: boolean;
  cache?: boolean;
  sitemap?: boolean;
  script?: "idle" | "load";
  proof?: string | null;
  /** Other addresses that lead here, each with the query it represents. */
  also?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  icon?: IconName;
  menu?: MenuPlace;
  keys?: PageKeys;
}

/** What is known of every page from the start: the rest of its declaration comes when it is asked for. */
export interface PageRow {
  name: string;
  path: string;
  access: Access;
  layout: "frame" | "public" | "sign-in";
  icon?: IconName | undefined;
  menu?: MenuPlace | undefined;
  load: () => Promise<Page>;
}

/** A page with its defaults filled in, as everything but its feature sees it. */
export interface Page extends PageRow {
  area: string;
  messages: readonly string[];
  view: () => Promise<{ default: ComponentType }>;
  title: string | ((c: HeadContext) => string);
  query: Grammar;
  needs: ((c: NeedContext<Grammar, string>) => readonly Need[] | Promise<readonly Need[]>) | null;
  head: ((c: HeadContext) => Head) | null;
  cache: boolean;
  sitemap: boolean;
  script: "idle" | "load";
  proof: string | null;
  also: Readonly<Record<string, Readonly<Record<string, string>>>>;
  keys: PageKeys;
}

/** Declare a page: its address, who may open it, what it needs and what shows it. */
export function page<const Path extends string, G extends Grammar = Record<never, never>>(
  declared: Declaration<Path, G>,
): Page {
  const open = declared.access === "public";
  const defaults = {
    layout: open ? "public" : "frame",
    cache: open,
    sitemap: open,
    script: open ? "idle" : "load",
    proof: null,
    also: {},
    keys: [],
  };
  const page: Page = {
    ...defaults,
    ...(declared as unknown as Page),
    query: declared.query ?? {},
    needs: (declared.needs as Page["needs"]) ?? null,
    head: (declared.head as Page["head"]) ?? null,
    messages: [...new Set(["common", declared.area, ...(declared.messages ?? [])])],
    load: () => Promise.resolve(page),
  };
  return page;
}

/** The head of a page that is for those who sign in: a description, and no place in search engines. */
export const privateHead =
  (description: string) =>
  ({ t }: Pick<HeadContext, "t">): Head => ({ description: t(description), robots: "noindex" });
