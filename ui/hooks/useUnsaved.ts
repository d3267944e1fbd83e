import { useEffect, useRef, useState } from "react";

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
function isChosenAnew(select: HTMLSelectElement): boolean {
  const options = [...select.options];
  if (select.multiple) return options.some((option) => option.selected !== option.defaultSelected);
  return select.selectedIndex !== Math.max(0, options.findIndex((option) => option.defaultSelected));
}

/** Whether any field of a form differs from what the page came with. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) return isChosenAnew(field);
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) return field.checked !== field.defaultChecked;
    if (field instanceof HTMLInputElement && field.type === "file") return field.value !== "";
    return (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== "hidden")) && field.value !== field.defaultValue;
  });
}

const ALWAYS = () => true;

/** While something is not saved, ask before a link, Back or closing the tab leaves it; sending a form asks nothing unless it loses another one's. */
export function useUnsaved(changed: boolean, isAlone: (sent: EventTarget | null) => boolean = ALWAYS): Unsaved {
  const free = useRef(false);
  const [going, setGoing] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!changed) return;
    free.current = false;
    const navigation = (window as { navigation?: Navigation }).navigation;
    const hold = (event: Event, go: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      setGoing(() => go);
    };
    const closing = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    const sent = (event: Event) => {
      if (!event.defaultPrevented) free.current = isAlone(event.target);
    };
    const pressed = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (free.current || !link || !plain || link.target === "_blank" || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
      hold(event, () => link.click());
    };
    const traversed = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Going;
      if (!free.current && navigationType === "traverse" && cancelable) hold(event, () => navigation?.traverseTo(destination.key));
    };
    window.addEventListener("beforeunload", closing);
    window.addEventListener("submit", sent);
    document.addEventListener("click", pressed, true);
    navigation?.addEventListener("navigate", traversed);
    return () => {
      window.removeEventListener("beforeunload", closing);
      window.removeEventListener("submit", sent);
      document.removeEventListener("click", pressed, true);
      navigation?.removeEventListener("navigate", traversed);
    };
  }, [changed, isAlone]);
  const leave = () => {
    free.current = true;
    setGoing(null);
    going?.();
  };
  return { asking: going !== null, stay: () => setGoing(null), leave };
}
