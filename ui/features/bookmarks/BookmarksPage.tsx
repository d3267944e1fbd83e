/** One's bookmarks: in folders, in order, renamed, moved, removed, and what has become of those that lead nowhere. */
import { Card, Empty, LinkButton, PageHead, Trouble } from "../../components";
import { Guarded } from "../../components/forms/Guarded";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { bookmarksApi, MOST, type Bookmark } from "./api";
import { Rows } from "./Rows";
import { Suggestions } from "./Suggestions";
import { ImportForm } from "./ImportForm";
import "../../styles/bookmarks.css";

/** The folders in their order, those without one first. */
function folders(rows: readonly Bookmark[]): [string, Bookmark[]][] {
  const groups = new Map<string, Bookmark[]>();
  for (const row of rows) groups.set(row.folder, [...(groups.get(row.folder) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a === "" ? -1 : b === "" ? 1 : a.localeCompare(b)));
}

/** The page in each of its states. */
export default function BookmarksPage() {
  const t = useText();
  const result = bookmarksApi.useBookmarksQuery();
  const { form } = usePage();
  const { data } = result;
  const all = folders(data?.items ?? []);
  const names = all.map(([name]) => name).filter(Boolean);
  return (
    <>
      <PageHead
        title={t("bookmarks.title")}
        lead={data && t("bookmarks.count", { n: data.total, most: MOST })}
        actions={
          data &&
          data.total > 0 && (
            <LinkButton to="/api/v1/bookmarks/file" icon="download" download="bookmarks.json">
              {t("bookmarks.export")}
            </LinkButton>
          )
        }
      />
      <div className="stack keeps">
        <Trouble of={result} />
        {data?.total === 0 && (
          <Empty icon="star" title={t("bookmarks.emptyTitle")}>
            {t("bookmarks.emptyText")}
          </Empty>
        )}
        <Guarded refused={form?.values.title !== undefined}>
          {all.map(([name, rows]) => (
            <Card
              key={name}
              flush
              title={name ? <bdi>{name}</bdi> : names.length > 0 ? t("bookmarks.noFolder") : t("bookmarks.order")}
              lead={t("bookmarks.inFolder", { n: rows.length })}
            >
              <Rows rows={rows} form={form} label={name || t("bookmarks.order")} />
            </Card>
          ))}
        </Guarded>
        <datalist id="folders">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Suggestions />
        <ImportForm form={form} />
      </div>
    </>
  );
}
