import { useEffect, useState } from "react";
import { Card, Icon, PageLink, type IconName } from "../../components";
import { figureText } from "../../lib/format";
import { useFormat, useText } from "../../lib/i18n";
import { recentPages, type RecentPage } from "../../lib/recent";
import { useSite } from "../../page";
import { bookmarksApi } from "../bookmarks/api";
import { workApi } from "../work/api";

/** How many of each are listed here; their own pages have all. */
const MOST = 5;

/** Long work that runs: how far it is, and where it is looked after. The frame asks for it anyway. */
export function UnderWay() {
  const t = useText();
  const f = useFormat();
  const { data } = workApi.useWorkQuery();
  if (!data || data.items.length === 0) return null;
  return (
    <Card className="under-way" title={t("common.work.title", { n: data.items.length })} flush>
      <ul className="waits">
        {data.items.map(({ id, kind, name, done, of, link }) => (
          <li key={id}>
            <PageLink to={link}>
              <span className="ellipsis">
                {kind === "import" ? t("common.work.import", { name: `\u2068${name}\u2069` }) : t("common.work.export")}
              </span>
              {of > 0 && <progress max={of} value={done} aria-hidden="true" />}
              <span className="quiet figure">
                {of > 0 ? t("common.work.of", { done: f.number(done), n: of }) : t("common.work.counting")}
              </span>
              <Icon name="chevron-right" size={16} className="mirror" />
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The reader's own: what they have kept, and where they have been. */
export function Own() {
  return (
    <div className="grid12 own">
      <Kept />
      <Been />
    </div>
  );
}

/** The first bookmarks with their last values: what the frame's bar has, with room for its names. */
function Kept() {
  const t = useText();
  const f = useFormat();
  const { data } = bookmarksApi.useBarQuery();
  if (!data) return null;
  const rows = data.bookmarks.slice(0, MOST);
  return (
    <Card
      className="col-6"
      title={t("common.bookmarks")}
      aside={
        rows.length > 0 && <PageLink to="/bookmarks">{t("home.allBookmarks", { n: data.bookmarks.length })}</PageLink>
      }
      flush
    >
      {rows.length === 0 ? (
        <p className="calm">
          <Icon name="star" className="quiet" />
          {t("home.noBookmarks")}
        </p>
      ) : (
        <ul className="waits">
          {rows.map(({ id, title, url, icon, trouble, figure, as_of }) => (
            <li key={id}>
              <PageLink to={trouble ? `/bookmarks#b${id}` : url}>
                <Icon name={icon as IconName} className="quiet" />
                <span className="ellipsis">
                  <bdi>{title}</bdi>
                </span>
                {!trouble && figure && (
                  <strong className="figure" title={as_of ? f.ago(as_of) : undefined}>
                    {figureText(figure.value, figure.unit as "count", figure.currency, f)}
                  </strong>
                )}
                <Icon name="chevron-right" size={16} className="mirror" />
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/**
 * The pages opened last: only this browser knows them, so they come with its script and stand where nothing moves for
 * them.
 */
function Been() {
  const t = useText();
  const f = useFormat();
  const { session } = useSite();
  const id = session.user?.id ?? "";
  const [pages, setPages] = useState<readonly RecentPage[]>([]);
  useEffect(() => setPages(recentPages(id)), [id]);
  return (
    <Card className="col-6" title={t("home.recent")} lead={t("home.recentLead")} flush>
      {pages.length === 0 ? (
        <p className="calm">
          <Icon name="history" className="quiet" />
          {t("home.noRecent")}
        </p>
      ) : (
        <ul className="waits">
          {pages.slice(0, MOST).map(({ url, title, at }) => (
            <li key={url}>
              <PageLink to={url}>
                <Icon name="history" className="quiet" />
                <span className="ellipsis">
                  <bdi>{title}</bdi>
                </span>
                <span className="quiet figure">{f.dateTime(at)}</span>
                <Icon name="chevron-right" size={16} className="mirror" />
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
