/** Rows below rows: parents are sunken, children stand 22 px further in, the total is last. */
import { useRef, useState, type KeyboardEvent } from "react";
import { useText } from "../../lib/i18n";
import { Icon } from "../Icon";
import { PageLink } from "../Link";
import { Table } from "../Table";
import { drawn, Totals, type DataColumn } from "./columns";
import "./table.css";

/** A row in its place; what is closed is simply not in the list. */
export interface TreeRow<Row> {
  key: string;
  /** 1 for the outermost. */
  level: number;
  /** Whether the rows below are shown; null where there are none. */
  open: boolean | null;
  /** The address that opens or closes it. */
  toggle: string;
  name: string;
  row: Row;
}

interface Props<Row> {
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly TreeRow<Row>[];
  total?: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** The tree; arrows go from row to row, open and close. */
export function TreeTable<Row>({ caption, columns, rows, total }: Props<Row>) {
  const t = useText();
  const ref = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const current = rows.some((row) => row.key === at) ? at : rows[0]?.key;
  const focus = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setAt(rows[next]?.key ?? null);
    ref.current?.querySelectorAll<HTMLElement>("tbody tr")[next]?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    const treeRow = rows[index];
    if (!treeRow || event.altKey || event.ctrlKey || event.metaKey) return;
    const mirrored = getComputedStyle(event.currentTarget).direction === "rtl";
    const inwards = event.key === (mirrored ? "ArrowLeft" : "ArrowRight");
    const outwards = event.key === (mirrored ? "ArrowRight" : "ArrowLeft");
    const toggle = event.currentTarget.querySelector<HTMLElement>(".tree-toggle");
    if (Object.hasOwn(STEPS, event.key)) focus(index + STEPS[event.key]!);
    else if ((inwards && treeRow.open === false) || (outwards && treeRow.open)) toggle?.click();
    else if (inwards && treeRow.open) focus(index + 1);
    else if (outwards) focus(rows.findLastIndex((other, place) => place < index && other.level < treeRow.level));
    else if (event.key === "Enter" && event.target === event.currentTarget)
      event.currentTarget.querySelector<HTMLElement>("th a:not(.tree-toggle)")?.click();
    else return;
    event.preventDefault();
  };
  return (
    <div className="data-table tree" ref={ref}>
      <Table<TreeRow<Row>>
        role="treegrid"
        caption={caption}
        rows={rows}
        rowKey={(treeRow) => treeRow.key}
        rowProps={(treeRow, index) => ({
          className: treeRow.open === null ? "leaf" : "parent",
          "aria-level": treeRow.level,
          "aria-expanded": treeRow.open ?? undefined,
          tabIndex: treeRow.key === current ? 0 : -1,
          onFocus: () => setAt(treeRow.key),
          onKeyDown: (event) => press(event, index),
        })}
        columns={columns.map((column) => {
          const plain = drawn(column);
          if (!column.rowHead) return { ...plain, cell: (treeRow, index) => plain.cell(treeRow.row, index) };
          return {
            ...plain,
            cell: (treeRow, index) => (
              <span className={`tree-name level-${Math.min(5, treeRow.level)}`}>
                {treeRow.open === null ? (
                  <span className="tree-toggle" />
                ) : (
                  <PageLink
                    to={treeRow.toggle}
                    replace
                    className="tree-toggle"
                    aria-label={t(treeRow.open ? "data.close" : "data.open", { name: treeRow.name })}
                  >
                    <Icon
                      name={treeRow.open ? "chevron-down" : "chevron-right"}
                      size={16}
                      {...(!treeRow.open && { className: "mirror" })}
                    />
                  </PageLink>
                )}
                {plain.cell(treeRow.row, index)}
              </span>
            ),
          };
        })}
        foot={total && <Totals label={total} columns={columns} before={0} after={0} />}
      />
    </div>
  );
}
