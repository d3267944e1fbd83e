/** A whole page that reacts, in a document of happy-dom, over a server made of functions. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Answer, Call } from "../../ui/api";
import { toasts } from "../../ui/components/toasts/list";
import type { Session } from "../../ui/lib/session";
import { BrowserHistory, loadParts } from "../../ui/page";
import { App } from "../../ui/routes";
import { start } from "../../ui/start";
import { SESSION } from "./rendered";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** A write that was sent. */
export type Write = Exclude<Call, string>;

/** What the page has asked for and sent, and how a write goes on that waits for its answer. */
export interface Alive {
  store: Awaited<ReturnType<typeof start>>["store"];
  requests: string[];
  sent: Write[];
  /** Answer the oldest write that waits. */
  settle: (answer: Answer) => Promise<void>;
}

let root: Root | undefined;

/** Take the page away. */
export async function gone(): Promise<void> {
  await act(async () => root?.unmount());
  root = undefined;
  for (const { id } of toasts.all()) toasts.close(id);
}

/** Let what is under way come to its end. */
export const calm = (ms = 0): Promise<void> =>
  act(async () => void (await new Promise((done) => setTimeout(done, ms))));

/** Open a page: reads are answered at once, writes wait for `settle`. */
export async function alive(
  url: string,
  answer: (path: string) => unknown,
  session: Partial<Session> = {},
): Promise<Alive> {
  await gone();
  window.history.replaceState(null, "", url);
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  const requests: string[] = [];
  const sent: Write[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const transport = (call: Call): Answer | Promise<Answer> => {
    if (typeof call !== "string") {
      sent.push(call);
      return new Promise<Answer>((done) => waiting.push(done));
    }
    requests.push(call);
    const data = call.startsWith("/api/v1/bookmarks/bar") ? { bookmarks: [] } : answer(call);
    return data === undefined ? { error: { status: 503, detail: "The database is unavailable." } } : { data };
  };
  const { store, first } = await start({ session: { ...SESSION, csrf: "token", ...session } }, () => transport);
  await loadParts();
  await act(async () => {
    root = createRoot(container);
    root.render(
      <BrowserHistory>
        <App store={store} first={first} />
      </BrowserHistory>,
    );
  });
  const settle = async (answer: Answer) => {
    const done = waiting.shift();
    if (!done) throw new Error("No write waits.");
    await act(async () => done(answer));
    await calm();
  };
  return { store, requests, sent, settle };
}

/** One element; there has to be one. */
export function getElement<E extends HTMLElement = HTMLElement>(selector: string, text?: string): E {
  const element = [...document.querySelectorAll<E>(selector)].find(
    (element) =>
      text === undefined || `${element.textContent} ${element.getAttribute("aria-label") ?? ""}`.includes(text),
  );
  if (!element) throw new Error(`There is no ${selector}${text ? ` with ${text}` : ""}.`);
  return element;
}

/** The texts of elements, spaces folded. */
export const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent?.replace(/\s+/g, " ").trim() ?? "");

/** Press something with the pointer. */
export const click = (selector: string, text?: string): Promise<void> =>
  act(async () => getElement(selector, text).click());

/** Press a key where the focus is. */
export const press = (key: string): Promise<void> =>
  act(
    async () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      ),
  );

/** Type into a field. */
export async function type(selector: string, value: string): Promise<void> {
  const field = getElement<HTMLInputElement>(selector);
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value")!.set!.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Send a form, as its button does. */
export const send = (selector: string): Promise<void> =>
  act(async () => {
    const form = getElement<HTMLFormElement>(selector);
    form.dispatchEvent(
      new SubmitEvent("submit", {
        bubbles: true,
        cancelable: true,
        submitter: form.querySelector<HTMLElement>("button[type=submit], button:not([type])"),
      }),
    );
  });
