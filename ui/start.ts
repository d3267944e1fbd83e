import { api, type ApiCache, type Transport } from "./api";
import type { Session } from "./lib/session";
import { loadShownParts, locate, plan, type FormState, type Shown, type Trouble } from "./page";
import { loadPage, pages } from "./routes";
import { makeStore, type Store } from "./store";
import { applyStyles, fetchStyles, stylesArePresent } from "./styles";

/** The document's state: from the renderer, or the session alone when it did not answer. */
export interface SentState {
  session: Session;
  api?: ApiCache;
  page?: { url: string; trouble: Trouble | null };
  form?: FormState | null;
}

/** Make the store and everything the first page is made of, before React starts. */
export async function start(sent: SentState, transport: (session: Session) => Transport) {
  const { session } = sent;
  const store = makeStore(session, transport(session), sent.api);
  const here = sent.page?.url ?? location.pathname + location.search;
  const located = await locate(pages, here);
  await Promise.all([
    loadPage(located?.page, session, Boolean(sent.page?.trouble)),
    sent.page ? undefined : located && fetchStyles(located.page),
  ]);
  const first: Shown = {
    key: "first",
    url: here,
    located,
    trouble: sent.page?.trouble ?? null,
    form: sent.form ?? null,
  };
  if (sent.page) {
    if (located) stylesArePresent(located.page);
    await loadShownParts();
    return { store, first, rendered: true };
  }
  if (located) applyStyles(located.page);
  // The renderer did not answer: plan here what it would have planned.
  const outcome = await plan(pages, here, session, (need) => store.dispatch(need as never) as never);
  if (outcome.kind === "redirect") location.replace(outcome.to);
  if (outcome.kind === "trouble") {
    first.trouble = outcome.trouble;
    await loadPage(located?.page, session, true);
  }
  return { store, first, rendered: false };
}

/**
 * Tell the store whether the tab is seen, now and whenever that changes: it notes so once by itself, and one opened in
 * the background would never ask again for what goes on.
 */
export function watchSight(store: Pick<Store, "dispatch">): void {
  const { onFocus, onFocusLost } = api.internalActions;
  const seen = () => void store.dispatch(document.hidden ? onFocusLost() : onFocus());
  document.addEventListener("visibilitychange", seen);
  seen();
}
