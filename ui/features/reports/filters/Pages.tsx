/** Below the table of a report: its other pages, and how many rows a page has. */
import { Pagination, type Paged } from "../../../components/Pagination";
import { useText } from "../../../lib/i18n";
import { PageLink, usePage, type oneOf, type place } from "../../../page";
import { FIRST } from "./RangeMenu";
import "../../../styles/conversations.css";

/** What the pages with such a table have in common. */
type PagesGrammar = { page: ReturnType<typeof place>; per: ReturnType<typeof oneOf> };

interface Props {
  data: Paged;
  sizes: readonly string[];
}

/** Links to pages and sizes; another size begins at the first page. */
export function Pages({ data, sizes }: Props) {
  const t = useText();
  const { query, here } = usePage<PagesGrammar>();
  return (
    <div className="pf">
      <Pagination of={data} to={(page) => here({ page })} />
      <nav className="rw flex gap-4 text-13 dim" aria-label={t("conversations.rows")}>
        <span>{t("conversations.rows")}</span>
        {sizes.map((size) => (
          <PageLink
            key={size}
            to={here({ per: size, ...FIRST })}
            aria-current={query.per === size ? "true" : undefined}
          >
            {size}
          </PageLink>
        ))}
      </nav>
    </div>
  );
}
