import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useText } from "../../lib/i18n";

/** What is put in order: its id, and the name that is said. */
export interface Named {
  id: string;
  name: string;
}

/** The same list with one row elsewhere. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/**
 * Rows that change places by pointer, finger or Alt and arrows on their handle; each row of the list has its id as
 * `data-id`.
 */
export function useSorting({
  items,
  onMove,
  disabled,
}: {
  items: readonly Named[];
  onMove: (id: string, to: number) => void;
  disabled?: boolean | undefined;
}) {
  const t = useText();
  const help = useId();
  const list = useRef<HTMLOListElement>(null);
  const order = items.map(({ id }) => id);
  const [held, setHeld] = useState<{ id: string; order: string[] } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const place = (item: Named, to: number) => {
    if (to < 0 || to >= order.length || to === order.indexOf(item.id)) return;
    onMove(item.id, to);
    setAnnouncement(t("controls.movedTo", { what: item.name, place: to + 1, n: order.length }));
  };
  const press = (item: Named, at: number) => (event: KeyboardEvent) => {
    if (event.key === "Escape") return setHeld(null);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step || !event.altKey || disabled) return;
    event.preventDefault();
    place(item, at + step);
  };
  const drag = (event: PointerEvent<HTMLOListElement>) => {
    if (!held) return;
    // The row whose middle the pointer has not yet passed is where it would fall.
    const before = [...event.currentTarget.children].filter((row) => {
      const box = row.getBoundingClientRect();
      return (row as HTMLElement).dataset.id !== held.id && box.top + box.height / 2 < event.clientY;
    }).length;
    if (held.order.indexOf(held.id) !== before) setHeld({ id: held.id, order: moved(order, held.id, before) });
  };
  const drop = () => {
    const item = items.find(({ id }) => id === held?.id);
    if (item && held) place(item, held.order.indexOf(item.id));
    setHeld(null);
  };
  return {
    /** The ids as they would be if what is held fell now. */
    order: held?.order ?? order,
    held: held?.id,
    /** What a screen reader reads of the last move. */
    announcement,
    /** Where the handles are explained. */
    help,
    place,
    list: { ref: list, onPointerMove: drag, onPointerUp: drop, onPointerCancel: () => setHeld(null) },
    handle: (item: Named, at: number) => ({
      what: item.name,
      help,
      disabled,
      onKeyDown: press(item, at),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || disabled) return;
        // The list takes the pointer: a row that moves in the document would lose it.
        list.current?.setPointerCapture(event.pointerId);
        setHeld({ id: item.id, order });
      },
    }),
  };
}
