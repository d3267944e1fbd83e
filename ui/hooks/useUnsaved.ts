import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { guards, saved, type Guard } from "../lib/unsaved";

/** The part of the Navigation API that is used; browsers without it ask on leaving the document and at links. */
interface Going extends Event {
  navigationType: string;
  destination: { key: string };
}
interface Navigation extends EventTarget {
  traverseTo: (key: string) => unknown;
}

/** Someone is about to leave what is not saved. */
export interface Unsaved {
  asking: boolean;
  stay: () => void;
  leave: () => void;
}

/** Whether another option is chosen; where none was, a select for one begins with its first. */
function isOptionChanged(select: HTMLSelectElement): boolean {
  const options = [...select.options];
  if (select.multiple) return options.some((option) => option.selected !== option.defaultSelected);
  return (
    select.selectedIndex !==
    Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    )
  );
}

/** Whether any field of a form differs from what the page came with. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) return isOptionChanged(field);
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio"))
      return field.checked !== field.defaultChecked;
    if (field instanceof HTMLInputElement && field.type === "file") return field.value !== "";
    return (
      (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "hidden")) &&
      field.value !== field.defaultValue
    );
  });
}

/** What a form would send. Fields that React controls have no default of their own to compare with. */
const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : [value.name, value.size],
    ]),
  );

/** Follow which forms within an element have changes that are not saved. */
function useChanges(box: RefObject<HTMLElement | null>, refused: boolean) {
  const before = useRef(new WeakMap<HTMLFormElement, string>());
  const touched = useRef(new WeakSet<HTMLFormElement>());
  const forms = useCallback(() => [...(box.current?.querySelectorAll("form") ?? [])], [box]);
  useEffect(() => {
    // Also after someone has dropped their changes for what is stored by now.
    if (refused) return;
    touched.current = new WeakSet();
    for (const form of forms()) before.current.set(form, contentOf(form));
  }, [forms, refused]);
  const touch = useCallback((event: Event) => {
    const form = (event.target as Element).closest("form");
    if (!form) return;
    // The first press may be the first change: a button that adds a line, an option of a list.
    if (!touched.current.has(form) && (event.type !== "input" || !before.current.has(form)))
      before.current.set(form, contentOf(form));
    touched.current.add(form);
    saved.delete(form);
  }, []);
  /** Whether any form but one that is being sent is changed. */
  const isDirty = useCallback(
    (except: EventTarget | null = null) =>
      forms().some(
        (form) =>
          form !== except &&
          !saved.has(form) &&
          (isChanged(form) || (touched.current.has(form) && contentOf(form) !== before.current.get(form))),
      ),
    [forms],
  );
  return { touch, isDirty };
}

const TOUCHES = ["pointerdown", "keydown", "focusin", "input"] as const;

/**
 * Ask before a link, a key, Back, closing the sheet or closing the tab leaves forms that are changed and not saved.
 *
 * Sending a form asks nothing unless it loses another one's changes.
 */
export function useUnsaved(box: RefObject<HTMLElement | null>, refused: boolean): Unsaved {
  const free = useRef(false);
  const [going, setGoing] = useState<(() => void) | null>(null);
  const { touch, isDirty } = useChanges(box, refused);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    free.current = false;
    const navigation = (window as { navigation?: Navigation }).navigation;
    const dialog = element.closest("dialog");
    const isSaved = () => [...element.querySelectorAll("form")].some((form) => saved.has(form));
    const guard: Guard = {
      holds: () => !free.current && (isDirty() || (refused && !isSaved())),
      ask: (go) => setGoing(() => go),
    };
    const hold = (event: Event, go: () => void) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      guard.ask(go);
    };
    const changed = (event: Event) => {
      if (event.type === "input") free.current = false;
      touch(event);
      // A listener for closing costs the page its place in the cache for Back: it comes with the first change.
      window.addEventListener("beforeunload", closing);
    };
    const closing = (event: BeforeUnloadEvent) => {
      if (guard.holds()) event.preventDefault();
    };
    const sent = (event: Event) => {
      if (!event.defaultPrevented) free.current = !isDirty(event.target);
    };
    const pressed = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (
        !link ||
        !plain ||
        link.target === "_blank" ||
        link.hasAttribute("download") ||
        "discards" in link.dataset ||
        link.getAttribute("href")?.startsWith("#") ||
        !guard.holds()
      )
        return;
      hold(event, () => link.click());
    };
    const traversed = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Going;
      if (navigationType === "traverse" && cancelable && guard.holds())
        hold(event, () => navigation?.traverseTo(destination.key));
    };
    const dismissed = (event: Event) => {
      if (!dialog || event.target !== dialog || !guard.holds()) return;
      if (event.type === "cancel") return hold(event, () => dialog.close());
      // A second Escape closes without asking the page, sometimes with the question above it: both open again, in this
      // order.
      event.stopImmediatePropagation();
      dialog.showModal();
      setGoing(null);
      requestAnimationFrame(() => guard.ask(() => dialog.close()));
    };
    guards.add(guard);
    if (refused) window.addEventListener("beforeunload", closing);
    for (const kind of TOUCHES) element.addEventListener(kind, changed, true);
    window.addEventListener("submit", sent);
    document.addEventListener("click", pressed, true);
    navigation?.addEventListener("navigate", traversed);
    for (const kind of ["cancel", "close"]) window.addEventListener(kind, dismissed, true);
    return () => {
      guards.delete(guard);
      for (const kind of TOUCHES) element.removeEventListener(kind, changed, true);
      window.removeEventListener("beforeunload", closing);
      window.removeEventListener("submit", sent);
      document.removeEventListener("click", pressed, true);
      navigation?.removeEventListener("navigate", traversed);
      for (const kind of ["cancel", "close"]) window.removeEventListener(kind, dismissed, true);
    };
  }, [box, refused, touch, isDirty]);
  const leave = () => {
    free.current = true;
    setGoing(null);
    going?.();
  };
  return { asking: going !== null, stay: () => setGoing(null), leave };
}
