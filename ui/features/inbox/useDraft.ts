/** What is typed for a visitor: kept for the tab under its writer's name, so that no reload and no failure loses it. */
import { useEffect, useState } from "react";
import { ownKey } from "../../lib/own";

/** The text and the way to change it; `""` forgets it. */
export function useDraft(me: string, id: string): [string, (text: string) => void] {
  const key = ownKey(me, `inbox:${id}`);
  const [text, setText] = useState("");
  useEffect(() => {
    try {
      setText((now) => now || (sessionStorage.getItem(key) ?? ""));
    } catch {
      // A browser that keeps nothing has it until the page is left.
    }
  }, [key]);
  const type = (next: string) => {
    setText(next);
    try {
      if (next) sessionStorage.setItem(key, next);
      else sessionStorage.removeItem(key);
    } catch {
      // As above.
    }
  };
  return [text, type];
}
