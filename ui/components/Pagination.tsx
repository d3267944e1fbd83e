/** The pages of a list. */
import { useFormat, useText } from "../lib/i18n";
import type { PageRef } from "../page";
import { PageLink } from "./Link";

/** Rows that pages are numbered for; the rest is reached by the next link. */
const MOST_NUMBERED = 10_000;

/** What an answer says of the part of a list that it holds. */
export interface Paged {
  /** Null where the page begins at a row and has no number. */
  page: number | null;
  per: number;
  total: number;
  previous: PageRef | null;
  next: PageRef | null;
}

/** The pages worth a link: first, last, and those around the current one. */
export function pageList(page: number, last: number): (number | null)[] {
  const near = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((n) => n >= 1 && n <= last)
    .sort((a, b) => a - b);
  return near.flatMap((n, i) => (i > 0 && n - (near[i - 1] ?? n) > 1 ? [null, n] : [n]));
}

interface Props {
  of: Paged;
  to: (page: PageRef) => string;
  /** What the list is called, beside another one on the page. */
  label?: string;
}

/** Links to the other pages of a list, and which rows these are. */
export function Pagination({ of, to, label }: Props) {
  const { page, per, total, previous, next } = of;
  const t = useText();
  const f = useFormat();
  const last = Math.max(1, Math.ceil(Math.min(total, MOST_NUMBERED) / per));
  const from = page ? (page - 1) * per + 1 : null;
  return (
    <nav className="pagination" aria-label={label ?? t("common.pages")}>
      <span className="quiet small">
        {from && total
          ? t("common.rows", { from, to: Math.min(total, from + per - 1), n: total })
          : t("common.total", { n: total })}
      </span>
      {last > 1 && (
        <ul>
          <li>
            {previous ? (
              <PageLink to={to(previous)} rel="prev">
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
              <PageLink to={to(next)} rel="next">
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
