import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { api } from "../ui/api";
import { frameNeeds } from "../ui/layouts/needs";
import { headOf, layoutName, loadParts, plan, titleOf, type FormState, type Shown } from "../ui/page";
import { App, loadPage, pages } from "../ui/routes";
import { dehydrate, makeStore } from "../ui/store";
import type { Session } from "../ui/lib/session";
import type { SentState } from "../ui/start";
import { selectSession } from "../ui/state";
import { answersTransport, type ApiAnswer } from "./transport";

/** What a render is asked with. */
export interface RenderRequest {
  url: string;
  session: Session;
  answers?: Record<string, ApiAnswer>;
  form?: FormState | null;
}

/** What a render answers: exactly one of three. */
export type RenderAnswer =
  | { needs: string[] }
  | { redirect: { status: number; to: string } }
  | { page: { status: number; title: string; head: string; html: string; state: SentState; page: string } };

/** Render one page: a pure function of its request. */
export async function render({ url, session, answers = {}, form = null }: RenderRequest): Promise<RenderAnswer> {
  const transport = answersTransport(answers);
  const store = makeStore(session, transport.send);
  try {
    const outcome = await plan(pages, url, session, (need) => store.dispatch(need as never) as never);
    const own = [...transport.needs];
    if (outcome.kind !== "redirect" && layoutName(outcome.located?.page, session) === "frame")
      await Promise.all(frameNeeds(session).map((need) => store.dispatch(need)));
    // What the frame shows is quick: a page whose answers take all the time there is has its bar nevertheless.
    const needs = [...[...transport.needs].slice(own.length), ...own];
    if (needs.length > 0) return { needs };
    if (outcome.kind === "redirect") return { redirect: { status: outcome.status, to: outcome.to } };
    const { located } = outcome;
    const trouble = outcome.kind === "trouble" ? outcome.trouble : null;
    await loadPage(located?.page, session, trouble !== null);
    await loadParts();
    const first: Shown = { key: "first", url, located, trouble, form };
    const html = renderToString(
      <StaticRouter location={url}>
        <App store={store} first={first} />
      </StaticRouter>,
    );
    const status = outcome.kind === "trouble" ? outcome.trouble.status : (form?.problem.status ?? outcome.status);
    // As the answers have left it: the bar was drawn with what they counted.
    const state: SentState = {
      session: selectSession(store.getState()),
      api: dehydrate(store.getState()),
      page: { url, trouble },
      form,
    };
    return {
      page: {
        status,
        html,
        state,
        title: titleOf(first, session, store.getState()),
        head: headOf(first, session, store.getState()),
        page: located?.page.name ?? (session.user ? "not-authorized" : "error"),
      },
    };
  } finally {
    // Without this every answered query holds its store for the time unused data is kept.
    store.dispatch(api.util.resetApiState());
  }
}
