import type { HTMLAttributes, ReactNode } from "react";
import type { Sort } from "../lib/sort";
import { PageLink } from "./Link";
import { Icon } from "./Icon";

/** One column of a table. */
export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers stand physically right in every language. */
  numeric?: boolean;
  sort?: Sort;
  className?: string;
  /** The column that names the row. */
  rowHead?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  compact?: boolean;
  foot?: ReactNode;
  /** What a row has besides its cells. */
  rowProps?: (row: Row, index: number) => HTMLAttributes<HTMLTableRowElement>;
  /** `treegrid` where rows stand below rows. */
  role?: "treegrid";
}

const cellClass = (c: { numeric?: boolean; className?: string }) =>
  [c.numeric ? "num" : "", c.className ?? ""].filter(Boolean).join(" ") || undefined;

/** A table with sorting by links. */
export function Table<Row>({ caption, columns, rows, rowKey, compact, foot, rowProps, role }: TableProps<Row>) {
  return (
    <table className={compact ? "table compact" : "table"} role={role}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((c) => (
            <th
              key={c.key}
              scope="col"
              className={cellClass(c)}
              aria-sort={c.sort?.dir ? (c.sort.dir === "asc" ? "ascending" : "descending") : undefined}
            >
              {c.sort ? (
                <PageLink to={c.sort.to} className="sort">
                  {c.head}
                  {c.sort.dir && <Icon name={c.sort.dir === "asc" ? "arrow-up" : "arrow-down"} size={14} />}
                </PageLink>
              ) : (
                c.head
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} {...rowProps?.(row, index)}>
            {columns.map((c) =>
              c.rowHead ? (
                <th key={c.key} scope="row" className={cellClass(c)}>
                  {c.cell(row, index)}
                </th>
              ) : (
                <td key={c.key} className={cellClass(c)}>
                  {c.cell(row, index)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}
