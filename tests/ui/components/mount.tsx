/** Components in a document that reacts, as a person with a keyboard and a screen reader meets them. */
import { configureStore } from "@reduxjs/toolkit";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Provider } from "react-redux";
import common from "../../../ui/i18n/en/common.json";
import data from "../../../ui/i18n/en/data.json";
import { LinkContext, type Linking } from "../../../ui/components";
import { ReaderProvider } from "../../../ui/lib/i18n";
import { addMessages } from "../../../ui/lib/messages";

(globalThis as unknown as { IS_REACT_ACT_ENVIRONMENT: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
addMessages("en", "common", common);
addMessages("en", "data", data);

const store = configureStore({ reducer: () => ({ session: { csrf: "token" } }) });
let root: Root | null = null;

/** Where links went. */
export const went: string[] = [];
const linking: Linking = {
  here: "/list",
  href: (to) => to,
  knows: () => true,
  go: (href, options) => void went.push(options?.replace ? `in place ${href}` : href),
  preload: () => undefined,
};

/** Put a component into an empty document; what it shows is returned. */
export async function mount(node: ReactNode): Promise<HTMLElement> {
  went.length = 0;
  if (root) await act(async () => root?.unmount());
  document.body.innerHTML = "<main></main>";
  const main = document.querySelector("main")!;
  root = createRoot(main);
  await again(node);
  return main;
}

/** Show the component in other circumstances. */
export async function again(node: ReactNode): Promise<void> {
  await act(async () =>
    root?.render(
      <Provider store={store}>
        <ReaderProvider locale="en" zone="Asia/Kolkata" now="2026-11-21T08:40:00Z">
          <LinkContext value={linking}>{node}</LinkContext>
        </ReaderProvider>
      </Provider>,
    ),
  );
}

/** Press a key where the focus is. */
export async function press(key: string): Promise<void> {
  await act(
    async () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      ),
  );
}

/** Press something with the pointer. */
export async function click(element: Element | null | undefined): Promise<void> {
  if (!element) throw new Error("There is nothing to press.");
  await act(async () => void (element as HTMLElement).click());
}

/** The elements of a role, by the name they are announced with. */
export function byName(selector: string, name: string): HTMLElement {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim() === name,
  );
  if (!element) throw new Error(`No ${selector} is called ${name}.`);
  return element;
}
