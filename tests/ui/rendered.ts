/** Open a page as the renderer does, over given API answers, and look at its document. */
import { Window, type Document } from "happy-dom";
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

/** One for all pages of a file: to make it takes as long as to read a page of ten kilobytes. */
const { DOMParser } = new Window();

/** A page that was opened: its status, what it asked for, and its document, which is read when it is looked at. */
class Opened {
  readonly status: number;
  readonly title: string;
  readonly html: string;
  #document: Document | undefined;

  constructor(
    { status, title, html }: { status: number; title: string; html: string },
    readonly requests: string[],
  ) {
    this.status = status;
    this.title = title;
    this.html = html;
  }

  get document() {
    return (this.#document ??= new DOMParser().parseFromString(this.html, "text/html"));
  }

  readonly text = (selector: string) => textOf(this.document.querySelector(selector));

  readonly texts = (selector: string) =>
    [...this.document.querySelectorAll(selector)].map((element) => textOf(element) ?? "");

  readonly link = (selector: string) => this.document.querySelector(selector)?.getAttribute("href") ?? null;
}

/** The words of an element, with one space between them. */
const textOf = (element: { textContent: string } | null) => element?.textContent.replace(/\s+/g, " ").trim() ?? null;

/** Open a page over given answers. */
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
    return new Opened(
      result.page,
      Object.keys(answers).filter((path) => path !== BAR),
    );
  }
  throw new Error("The page never stopped asking.");
}
