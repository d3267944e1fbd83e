import type { ComponentType, ReactNode } from "react";
import { addMessages, hasMessages, type Messages } from "../lib/messages";
import type { Locale, Session } from "../lib/session";
import type { Page, PageRow } from "./page";

const views = new Map<string, ComponentType>();
const layouts = new Map<string, LayoutView>();

/** Where a page is. */
export type LayoutView = ComponentType<{ children: ReactNode }>;

/** Where layouts come from. */
export type LayoutSource = Readonly<Record<Page["layout"], () => Promise<{ default: LayoutView }>>>;

/** Only who is signed in has a frame; a page of the frame is otherwise reported in the public layout. */
export function layoutName(page: PageRow | undefined, session: Pick<Session, "user">): Page["layout"] {
  if (session.user) return page?.layout ?? "frame";
  return page && page.layout !== "frame" ? page.layout : "public";
}

/** Fetch the layout of a page for its reader. */
export async function loadLayout(name: Page["layout"], source: LayoutSource): Promise<void> {
  if (!layouts.has(name)) layouts.set(name, (await source[name]()).default);
}

/** What was loaded before; its absence is an error of ours. */
function loaded<T>(value: T | null | undefined, name: string): T {
  if (!value) throw new Error(`Not loaded: ${name}`);
  return value;
}

/** A layout that was loaded before. */
export function layoutOf(name: Page["layout"]): LayoutView {
  return loaded(layouts.get(name), name);
}

/** Where message files come from: every language on the server, one chunk a file in the browser. */
export type MessageSource = (locale: Locale, area: string) => Promise<{ default: Messages }>;

/** What represents a page that could not be shown; rarely needed, so it comes when it is. */
let problem: ComponentType | null = null;

/** Fetch what tells a problem. */
export async function loadProblem(locale: Locale, source: MessageSource): Promise<void> {
  const [module] = await Promise.all([import("./PageProblem"), loadMessages(["problem"], locale, source)]);
  problem = module.default;
}

/** What tells a problem, loaded before. */
export function problemView(): ComponentType {
  return loaded(problem, "problem");
}

/** Fetch a page's view and its messages; cheap when they are here already. */
export async function load(page: PageRow, locale: Locale, source: MessageSource): Promise<void> {
  const { name, view, messages } = await page.load();
  const fetchView = async () => void views.set(name, (await view()).default);
  await Promise.all([views.has(name) || fetchView(), loadMessages(messages, locale, source)]);
}

/** Fetch some areas' messages in one language. */
export async function loadMessages(areas: readonly string[], locale: Locale, source: MessageSource): Promise<void> {
  const missing = areas.filter((area) => !hasMessages(locale, area));
  await Promise.all(missing.map(async (area) => addMessages(locale, area, (await source(locale, area)).default)));
}

/** The view of a page that was loaded before. */
export function viewOf(page: Page): ComponentType {
  return loaded(views.get(page.name), page.name);
}
