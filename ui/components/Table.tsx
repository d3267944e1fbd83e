import type { HTMLAttributes, ReactNode } from "react";
import { useFormat, useText } from "../lib/i18n";
import { PageLink } from "./Link";
import { Icon } from "./Icon";

/** One column of a table. */
export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers stand physically right in every language. */
  numeric?: boolean;
  sort?: { to: string; dir: "asc" | "desc" | null };
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

/** Rows that pages are numbered for; the rest is reached by the next link. */
const MOST_NUMBERED = 10_000;

interface PaginationProps {
  page: number | null;
  per: number;
  total: number;
  previous: string | null;
  next: string | null;
  to: (page: number) => string;
}

/** The pages worth a link: first, last, and those around the current one. */
export function pageList(page: number, last: number): (number | null)[] {
  const near = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((n) => n >= 1 && n <= last)
    .sort((a, b) => a - b);
  return near.flatMap((n, i) => (i > 0 && n - (near[i - 1] ?? n) > 1 ? [null, n] : [n]));
}

/** Links to the other pages of a list, and which rows these are. */
export function Pagination({ page, per, total, previous, next, to }: PaginationProps) {
  const t = useText();
  const f = useFormat();
  const last = Math.max(1, Math.ceil(Math.min(total, MOST_NUMBERED) / per));
  const from = page ? (page - 1) * per + 1 : null;
  return (
    <nav className="pagination" aria-label={t("common.pages")}>
      <span className="quiet small">
        {from && total
          ? t("common.rows", { from, to: Math.min(total, from + per - 1), n: total })
          : t("common.total", { n: total })}
      </span>
      {last > 1 && (
        <ul>
          <li>
            {previous ? (
              <PageLink to={previous} rel="prev">
                {t("common.previous")}
              </PageLink>
            ) : (
              <span aria-disabled="true">{t("common.previous")}</span>
            )}
          </li>
          {page &&
            pageList(page, last).map((n, i) => (
              <li key={i} className="page-number">
                {n === null ? (
                  <span>…</span>
                ) : (
                  <PageLink to={to(n)} aria-current={n === page ? "page" : undefined}>
                    {f.number(n)}
                  </PageLink>
                )}
              </li>
            ))}
          <li>
            {next ? (
              <PageLink to={next} rel="next">
                {t("common.next")}
              </PageLink>
            ) : (
              <span aria-disabled="true">{t("common.next")}</span>
            )}
          </li>
        </ul>
      )}
    </nav>
  );
}
