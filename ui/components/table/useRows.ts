import { useEffect, useState, type RefObject } from "react";
import { useKeys } from "../../hooks/useKeys";

const boxes = (table: HTMLElement | null) => [...(table?.querySelectorAll<HTMLInputElement>("tbody .pick") ?? [])];

/** Counts ticked rows and ticks all of a page; what is ticked lives in the boxes, as in any form. */
export function useSelection(table: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const [count, setCount] = useState<number | null>(null);
  const recount = () => setCount(boxes(table.current).filter((box) => box.checked).length);
  useEffect(recount, [table, rows]);
  const all = count !== null && rows.length > 0 && count === rows.length;
  const tickAll = (ticked: boolean) => {
    for (const box of boxes(table.current)) box.checked = ticked;
    recount();
  };
  return { count, all, some: Boolean(count) && !all, recount, tickAll, clear: () => setCount(0) };
}

/** `j` and `k` go from row to row, `x` ticks the one one is in; Enter opens it, as it is a link. */
export function useRowKeys(table: RefObject<HTMLElement | null>, active: boolean): void {
  const rows = () => (active ? [...(table.current?.querySelectorAll<HTMLElement>("tbody tr") ?? [])] : []);
  const at = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (step: number) => {
    const all = rows();
    const now = at();
    const row = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, now + step))];
    // The link that opens it comes first, so that Enter does.
    (row?.querySelector<HTMLElement>("th a") ?? row?.querySelector<HTMLElement>(".pick, a, button"))?.focus();
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => rows()[at()]?.querySelector<HTMLInputElement>(".pick")?.click(),
  });
}
