import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { Icon, PageLink, type IconName } from "../components";
import type { ApiState } from "../api";
import { bookmarksApi, selectBookmarks, type Bookmark } from "../features/bookmarks/api";
import { figureText, type Formatter } from "../lib/format";
import { useFormat, useText } from "../lib/i18n";
import { useSite } from "../page";

/**
 * How many the bar has, and how many of them there is room for as the window widens; the style knows the same steps.
 */
const SHOWN = 8;
const STEPS = [0, 2, 4, SHOWN] as const;

const valueOf = ({ figure }: Bookmark, f: Formatter) =>
  figure && figureText(figure.value, figure.unit as "count", figure.currency, f);

/** The first bookmarks with their last values, and a menu of all of them. */
export default function BookmarkBar() {
  const { currentPage } = useSite();
  const t = useText();
  const f = useFormat();
  const { data } = bookmarksApi.useBarQuery();
  const rows = useSelector((state: ApiState) => selectBookmarks(state));
  // The document says each bookmark once: without a script the menu leads to the page of all of them.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (!data || rows.length === 0) return null;
  return (
    <nav className="kept" aria-label={t("common.bookmarks")}>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <PageLink
              to={row.trouble ? `/bookmarks#b${row.id}` : row.url}
              className={row.trouble ? "dead" : ""}
              title={row.as_of ? `${row.title} · ${f.ago(row.as_of)}` : row.title}
              aria-current={row.url === currentPage.url ? "page" : undefined}
            >
              <bdi>{row.title}</bdi> {!row.trouble && row.figure && <strong>{valueOf(row, f)}</strong>}
            </PageLink>
          </li>
        ))}
      </ul>
      <details className="menu at-end" name="menus">
        <summary className="menu-face">
          {STEPS.map((step) => (
            <span key={step} className={`left-${step}`}>
              {step === 0
                ? t("common.bookmarks")
                : rows.length > step
                  ? t("common.star.more", { n: rows.length - step })
                  : t("common.star.all")}
            </span>
          ))}
        </summary>
        <div className="menu-panel">
          {alive &&
            rows.map((row) => (
              <PageLink key={row.id} className="menu-item" to={row.trouble ? `/bookmarks#b${row.id}` : row.url}>
                <Icon name={row.icon as IconName} size={16} />
                <span className="ellipsis">
                  <bdi>{row.title}</bdi>
                </span>
                {!row.trouble && row.figure && <strong title={f.ago(row.as_of)}>{valueOf(row, f)}</strong>}
              </PageLink>
            ))}
          <PageLink className="menu-item arrange" to="/bookmarks">
            <Icon name="list-ordered" size={16} />
            <span>{t("common.star.arrange")}</span>
          </PageLink>
        </div>
      </details>
    </nav>
  );
}
