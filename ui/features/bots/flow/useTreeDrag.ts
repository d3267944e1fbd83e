/** Rows of the outline moved by mouse or pen; a finger scrolls, and moves nodes by the buttons of their form. */
import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from "react";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { dropped, readRow } from "../document/dropping";
import { useEditor } from "../document/editor";
import { nodeLabel } from "../document/outline";

/** How far a pointer goes before it no longer means a press, in pixels. */
const FAR = 6;

interface Held {
  row: HTMLElement;
  x: number;
  y: number;
  isMoving: boolean;
  over: HTMLElement | null;
}

const rowAt = (target: Element | null) => target?.closest<HTMLElement>("[data-row]") ?? null;

/** Handlers of the tree: what is dropped changes the flow as one step that can be undone. */
export function useTreeDrag(tree: RefObject<HTMLElement | null>) {
  const t = useText();
  const { show } = useToast();
  const { document: flow, change, mayEdit } = useEditor();
  const held = useRef<Held | null>(null);
  const wasMoved = useRef(false);
  const after = (row: HTMLElement, over: HTMLElement) =>
    dropped(flow, readRow(row.dataset.row!), readRow(over.dataset.row!));
  const aim = (over: HTMLElement | null) => {
    const now = held.current!;
    if (now.over === over) return;
    delete now.over?.dataset.over;
    now.over = over;
    if (over) over.dataset.over = "";
    over?.scrollIntoView({ block: "nearest" });
  };
  const release = () => {
    if (!held.current) return;
    aim(null);
    delete held.current.row.dataset.held;
    held.current = null;
  };
  const cancel = useRef(release);
  useEffect(() => {
    cancel.current = release;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === "Escape" && cancel.current();
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return {
    // A link would be dragged as an address.
    onDragStart: (event: MouseEvent) => mayEdit && event.preventDefault(),
    onPointerDown: (event: PointerEvent) => {
      const row = rowAt(event.target as Element);
      wasMoved.current = false;
      if (!row || !mayEdit || event.button !== 0 || event.pointerType === "touch") return;
      held.current = { row, x: event.clientX, y: event.clientY, isMoving: false, over: null };
    },
    onPointerMove: (event: PointerEvent) => {
      const now = held.current;
      if (!now) return;
      if (!now.isMoving) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < FAR) return;
        now.isMoving = wasMoved.current = true;
        now.row.dataset.held = "";
        tree.current?.setPointerCapture(event.pointerId);
      }
      const over = rowAt(document.elementFromPoint(event.clientX, event.clientY));
      aim(over && tree.current?.contains(over) && after(now.row, over) !== flow ? over : null);
    },
    onPointerUp: () => {
      const now = held.current;
      if (now?.isMoving && now.over) {
        const before = flow;
        const name = readRow(now.row.dataset.row!).node;
        change(after(now.row, now.over));
        show({
          text: t("flow.rowMoved", { name: nodeLabel(name) }),
          action: { label: t("flow.undoIt"), do: () => change(before) },
        });
      }
      release();
    },
    onPointerCancel: release,
    onClickCapture: (event: MouseEvent) => {
      if (!wasMoved.current) return;
      wasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
