/** Open a page as the renderer does, over given API answers, and look at its document. */
import { Window } from "happy-dom";
import { render } from "../../ssr/render";
import type { FormState } from "../../ui/page";
import type { Session } from "../../ui/lib/session";

/** A reader of the demonstration workspace; the clock does not move. */
export const SESSION: Session = {
  user: {
    id: "1",
    fullName: "Asha Kulkarni",
    username: "asha",
    email: "asha@example.com",
    role: "admin",
    avatar: "",
    ability: [{ action: "manage", subject: "all" }],
  },
  workspace: { id: "1", name: "Meridian Motors", site: true },
  locale: "en",
  dir: "ltr",
  zone: "Asia/Kolkata",
  now: "2026-11-21T08:40:00Z",
  skin: "light",
  layout: {
    isRTL: false,
    menuCollapsed: true,
    menuHidden: false,
    contentWidth: "full",
    navbar: "sticky",
    footer: "hidden",
  },
  readOnly: false,
  working: false,
  csrf: "%%csrf%%",
};

interface Options {
  session?: Partial<Session>;
  form?: FormState;
  /** Status of every answer. */
  status?: number;
  /** Paths that begin so are answered with 503. */
  failing?: string;
  /** The reader's bookmarks, which the frame shows beside every page. */
  bar?: unknown[];
}

/** What the frame asks for itself. */
const BAR = "/api/v1/bookmarks/bar";

/** The document of a page, its status, and what it asked for. */
export async function opened(
  url: string,
  answer: (path: string) => unknown,
  { session = {}, form, status = 200, failing, bar = [] }: Options = {},
) {
  const answers: Record<string, { status: number; body: unknown }> = {};
  for (let round = 0; round < 4; round += 1) {
    const result = await render({ url, session: { ...SESSION, ...session }, answers, form: form ?? null });
    if ("needs" in result) {
      for (const need of result.needs)
        answers[need] =
          need === BAR
            ? { status: 200, body: { bookmarks: bar } }
            : failing && need.startsWith(failing)
              ? { status: 503, body: { status: 503, detail: "The database is unavailable." } }
              : { status, body: answer(need) };
      continue;
    }
    if ("redirect" in result) throw new Error(`Redirected to ${result.redirect.to}`);
    const window = new Window();
    window.document.body.innerHTML = result.page.html;
    const document = window.document;
    return {
      document,
      requests: Object.keys(answers).filter((path) => path !== BAR),
      status: result.page.status,
      title: result.page.title,
      html: result.page.html,
      text: (selector: string) => document.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim() ?? null,
      texts: (selector: string) =>
        [...document.querySelectorAll(selector)].map(
          (element) => element.textContent?.replace(/\s+/g, " ").trim() ?? "",
        ),
      link: (selector: string) => document.querySelector(selector)?.getAttribute("href") ?? null,
    };
  }
  throw new Error("The page never stopped asking.");
}
