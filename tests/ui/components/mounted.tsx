/**
 * Components at work in a document: what is pressed, typed and said. What happy-dom lacks of popovers and dialogs is
 * here.
 */
import { configureStore } from "@reduxjs/toolkit";
import { act, type ReactNode } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { Provider } from "react-redux";
import { afterEach } from "vitest";
import { ReaderProvider } from "../../../ui/lib/i18n";
import { addMessages } from "../../../ui/lib/messages";
import common from "../../../ui/i18n/en/common.json";
import controls from "../../../ui/i18n/en/controls.json";
import dates from "../../../ui/i18n/en/dates.json";
import files from "../../../ui/i18n/en/files.json";

addMessages("en", "common", common);
addMessages("en", "controls", controls);
addMessages("en", "dates", dates);
addMessages("en", "files", files);
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const opened = new WeakSet<Element>();
const modal = new WeakSet<Element>();
const before = new WeakMap<Element, Element | null>();

/** Popovers and modality, as far as components ask for them. */
function completeTheDocument(): void {
  const proto = HTMLElement.prototype;
  const matches = Element.prototype.matches;
  const tell = (element: Element, newState: string) =>
    element.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
  proto.matches = function (this: HTMLElement, selector: string) {
    return selector === ":popover-open"
      ? opened.has(this)
      : selector === ":modal"
        ? modal.has(this) && this.hasAttribute("open")
        : matches.call(this, selector);
  } as typeof proto.matches;
  proto.showPopover = function () {
    before.set(this, document.activeElement);
    opened.add(this);
    tell(this, "open");
  };
  proto.hidePopover = function () {
    if (!opened.delete(this)) return;
    if (this.contains(document.activeElement)) (before.get(this) as HTMLElement | null)?.focus();
    tell(this, "closed");
  };
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    modal.add(this);
    showModal.call(this);
  };
  proto.scrollIntoView = () => undefined;
}
completeTheDocument();

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

const session = { csrf: "token", locale: "en" };
const around = (node: ReactNode) => (
  <Provider store={configureStore({ reducer: () => ({ session }) })}>
    <ReaderProvider locale="en" zone="Asia/Kolkata" now="2026-07-16T08:40:00Z">
      {node}
    </ReaderProvider>
  </Provider>
);

/** The document as the server writes it, where no script runs. */
export function written(node: ReactNode): HTMLElement {
  document.body.innerHTML = renderToString(around(node));
  return document.body;
}

/** The document with script, and a way to show the component with other props. */
export function mounted(node: ReactNode): { show: (node: ReactNode) => void } {
  const place = document.body.appendChild(document.createElement("div"));
  act(() => {
    root = createRoot(place);
    root.render(around(node));
  });
  return { show: (next) => act(() => root?.render(around(next))) };
}

/** Hydrate the document that the server has rendered. */
export function hydrate(node: ReactNode, prepare?: (place: HTMLElement) => void): void {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(around(node));
  prepare?.(place);
  act(() => {
    root = hydrateRoot(place, around(node));
  });
}

const IMPLICIT: Readonly<Record<string, string>> = {
  button: "button, summary",
  link: "a[href]",
  textbox: "input:not([type]), input[type=text], input[type=tel], input[type=email], textarea",
  checkbox: "input[type=checkbox]:not([role])",
  radio: "input[type=radio]",
  slider: "input[type=range]",
  group: "fieldset:not([role]), details",
  dialog: "dialog",
  list: "ul:not([role]), ol:not([role])",
  listitem: "li:not([role])",
  progressbar: "progress",
  row: "tr",
  separator: "hr",
};

/** What a screen reader calls an element. */
function nameOf(element: Element): string {
  const by = element.getAttribute("aria-labelledby");
  const own = by
    ? by
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ")
    : element.getAttribute("aria-label");
  const labels = [...document.querySelectorAll("label")].filter(
    (label) => label.getAttribute("for") === element.id || label.contains(element),
  );
  const legend = element.querySelector(":scope > legend")?.textContent;
  return (own ?? labels[0]?.textContent ?? legend ?? element.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Every element of a role, and of a name if one is given. */
export function all(role: string, name?: string): HTMLElement[] {
  const elements = [
    ...document.querySelectorAll<HTMLElement>([`[role=${role}]`, IMPLICIT[role] ?? ""].filter(Boolean).join(", ")),
  ];
  return elements.filter(
    (element) => (element.getAttribute("role") ?? role) === role && (name === undefined || nameOf(element) === name),
  );
}

/** The one element of a role and name. */
export function the<T extends HTMLElement = HTMLElement>(role: string, name?: string): T {
  const elements = all(role, name);
  if (elements.length !== 1)
    throw new Error(
      `${elements.length} of role ${role} named ${name ?? "anything"}; there are: ${all(role).map(nameOf).join(" | ")}`,
    );
  return elements[0] as T;
}

/** What is said of an element besides its name. */
export const about = (element: Element): string =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();

/** What live regions tell. */
export const announcements = (): string[] =>
  all("status")
    .map((region) => region.textContent ?? "")
    .filter(Boolean);

/** Press a key where the focus is. */
export function press(key: string, more: KeyboardEventInit = {}): void {
  act(
    () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
      ),
  );
}

/** Press a control with the pointer. */
export const click = (element: HTMLElement): void => act(() => element.click());

/** Put the focus on a control. */
export const focus = (element: HTMLElement): void => act(() => element.focus());

/** Type a text in place of what a field holds. */
export function type(field: HTMLElement, text: string): void {
  act(() => {
    const proto = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(proto, "value")!.set!.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
