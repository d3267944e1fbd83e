/** The keys of a tree: arrows, Home, End and first letters, by the ARIA pattern. */
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/** How long letters typed after each other make one word. */
const PAUSE_MS = 700;
const ITEM = '[role="treeitem"]';
/** Letters that do something on this page, as long as they do not go on with a word. */
const RESERVED = ["a", "c", "n", "j", "k", "/", "?", " "];
/** Put the focus into the first field of the open form. */
function edit(): void {
  document.querySelector<HTMLElement>(".fl-form :is(textarea, select, input:not([type=hidden]))")?.focus();
}

const isLetter = ({ key }: KeyboardEvent) => key.length === 1;

/** Move the focus along the rows; `fold` closes or opens a group, `open` is what the form holds. */
export function useTreeKeys(
  tree: RefObject<HTMLElement | null>,
  open: string,
  fold: (group: string, closed?: boolean) => void,
) {
  const isOpening = useRef(false);
  useEffect(() => {
    if (isOpening.current) edit();
    isOpening.current = false;
  }, [open]);
  const typed = useRef({ text: "", at: 0 });
  const rows = () => [...(tree.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
  /** Only the row that was last in use is reached by Tab. */
  const focused = (row: Element) => {
    if (!row.matches(ITEM)) return;
    for (const other of rows()) other.tabIndex = other === row ? 0 : -1;
  };
  const spelled = (all: HTMLElement[], at: number, event: KeyboardEvent, goesOn: boolean) => {
    const text = (goesOn ? typed.current.text : "") + event.key.toLocaleLowerCase();
    typed.current = { text, at: event.timeStamp };
    const from = text.length > 1 ? at : at + 1;
    return [...all.slice(from), ...all.slice(0, from)].find((row) =>
      row.textContent?.trim().toLocaleLowerCase().startsWith(text),
    );
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as Element).matches(ITEM)) return;
    // Elsewhere Escape goes back to the list of bots: here one is in the middle of the work.
    if (event.key === "Escape") return event.preventDefault();
    if (!isLetter(event)) typed.current.text = "";
    isOpening.current = event.key === "Enter" && (event.target as Element).matches("a:not([aria-current])");
    if (event.key === "Enter") {
      // The link's own Enter comes after this one.
      if ((event.target as Element).matches("a[aria-current]")) requestAnimationFrame(edit);
      return;
    }
    const goesOn = typed.current.text !== "" && event.timeStamp - typed.current.at < PAUSE_MS;
    const all = rows();
    const at = all.indexOf(event.target as HTMLElement);
    const row = all[at]!;
    const level = Number(row.ariaLevel);
    const isRtl = getComputedStyle(row).direction === "rtl";
    const [unfold, close] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    let next: HTMLElement | undefined;
    if (event.key === "ArrowDown") next = all[at + 1];
    else if (event.key === "ArrowUp") next = all[at - 1];
    else if (event.key === "Home") next = all[0];
    else if (event.key === "End") next = all.at(-1);
    else if (event.key === unfold) {
      if (row.dataset.group && row.ariaExpanded === "false") fold(row.dataset.group, false);
      else if (Number(all[at + 1]?.ariaLevel) > level) next = all[at + 1];
    } else if (event.key === close) {
      if (row.dataset.group && row.ariaExpanded === "true") fold(row.dataset.group, true);
      else next = all.slice(0, at).findLast((other) => Number(other.ariaLevel) < level);
    } else if (isLetter(event) && (goesOn || !RESERVED.includes(event.key))) next = spelled(all, at, event, goesOn);
    else return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  };
  return { press, focused };
}
