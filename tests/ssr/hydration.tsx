/** Every page of the table hydrates to what was rendered: no warning, no request; its forms leave checks to us. */
import { act } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { BrowserHistory } from "../../ui/page";
import { App, pages } from "../../ui/routes";
import { start } from "../../ui/start";
import { dealt } from "../endurance";
import { KEYS } from "../texts";
import { rounds, SESSION } from "./examples";
import { opened, visit } from "./visits";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));
// What listens for changes waits for them: here there are none.
beforeAll(() => void vi.stubGlobal("fetch", () => new Promise(() => undefined)));
afterAll(() => vi.unstubAllGlobals());

const languages = [
  ["en", "ltr"],
  ["hi", "ltr"],
  ["ar", "rtl"],
] as const;
const cases = [
  ...pages.flatMap((page) => dealt(page.name, languages).map((l) => [page.name, l[0], ...visit(page), l[1]] as const)),
  ["home, signed in", "en", "/", SESSION, "ltr"] as const,
  ["work under way", "en", "/admin/bots", { ...SESSION, working: true }, "ltr"] as const,
  ["nothing", "en", "/nope", SESSION, "ltr"] as const,
  ...opened.map((url) => [url, "en", url, SESSION, "ltr"] as const),
];
/**
 * What makes a browser look at a value before it sends it, and say so in a bubble of its own for a moment. A field
 * without a name goes nowhere: only the browser can look at the word that confirms something.
 */
const CHECKED = ["required", "pattern", "min", "max", "minlength", "type=email", "type=url", "type=number"];
const FIELDS = CHECKED.map((attribute) => `[name][${attribute}]:not([type=hidden])`).join();
const namesOfTexts = (html: string) =>
  [...html.matchAll(/>([a-z]\w*\.[\w.]+)<|(?:aria-label|title|placeholder|alt)="([a-z]\w*\.[\w.]+)"/g)]
    .map(([, text, label]) => text ?? label!)
    .filter((name) => KEYS.has(name));

/** Define a test for each case of one half. */
export const hydratePages = (half: 0 | 1) =>
  it.each(cases.filter((_, at) => at % 2 === half))(
    "hydration of %s in %s changes nothing and asks for nothing",
    async (_name, locale, url, reader, dir) => {
      const result = await rounds({ url, session: { ...reader, locale, dir } });
      if (!("page" in result)) throw new Error(JSON.stringify(result));
      expect(namesOfTexts(result.page.html)).toEqual([]);
      const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const requests: unknown[] = [];
      window.history.replaceState(null, "", url);
      const container = document.createElement("div");
      container.innerHTML = result.page.html;
      document.body.replaceChildren(container);
      const checking = [...container.querySelectorAll("form:not([novalidate])")].filter((form) =>
        form.querySelector(FIELDS),
      );
      expect(checking.map((form) => form.outerHTML)).toEqual([]);
      const state = JSON.parse(JSON.stringify(result.page.state));
      const { store, first } = await start(state, () => (call) => {
        requests.push(call);
        return { error: { status: 500 } };
      });
      const recovered = vi.fn();
      await act(async () => {
        root = hydrateRoot(
          container,
          <BrowserHistory>
            <App store={store} first={first} />
          </BrowserHistory>,
          { onRecoverableError: recovered },
        );
      });
      expect(recovered.mock.calls.map(([error]) => String(error))).toEqual([]);
      expect(errors.mock.calls.map((call) => call.map(String).join(" ").slice(0, 300))).toEqual([]);
      expect(requests).toEqual([]);
      errors.mockRestore();
    },
  );
