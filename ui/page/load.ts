import type { ComponentType } from "react";
import { addMessages, hasMessages, type Messages } from "../lib/messages";
import type { Locale } from "../lib/session";
import type { Page } from "./page";

const views = new Map<string, ComponentType>();

/** Where message files come from: every language on the server, one chunk a file in the browser. */
export type MessageSource = Readonly<Record<string, () => Promise<{ default: Messages }>>>;

/** Fetch a page's view and its messages; cheap when they are here already. */
export async function load(page: Page, locale: Locale, source: MessageSource): Promise<void> {
  const view = views.has(page.name) ? [] : [page.view().then((module) => void views.set(page.name, module.default))];
  await Promise.all([...view, loadMessages(page.messages, locale, source)]);
}

/** Fetch some areas' messages in one language. */
export async function loadMessages(areas: readonly string[], locale: Locale, source: MessageSource): Promise<void> {
  const missing = areas.filter((area) => !hasMessages(locale, area) && `${locale}/${area}` in source);
  await Promise.all(missing.map(async (area) => addMessages(locale, area, (await source[`${locale}/${area}`]!()).default)));
}

/** The view of a page that was loaded before. */
export function viewOf(page: Page): ComponentType {
  const view = views.get(page.name);
  if (!view) throw new Error(`The view of ${page.name} was not loaded.`);
  return view;
}
