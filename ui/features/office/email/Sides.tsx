/** Writing, folders with what is unread in them, and labels. */
import { Icon, LinkButton, PageLink, type IconName } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { mailApi } from "./api";
import { composePath, listPath } from "./places";
import { FOLDERS, LABELS, type Folder } from "./types";

const ICONS: Readonly<Record<Folder, IconName>> = {
  inbox: "inbox",
  starred: "star",
  sent: "send",
  draft: "file-text",
  spam: "circle-alert",
  trash: "trash",
};

/** The pane at the start side; on phones a row that scrolls. */
export function Sides({ place }: { place?: string }) {
  const t = useText();
  const f = useFormat();
  const { data } = mailApi.useMailCountsQuery();
  const count = (folder: Folder) =>
    folder === "draft"
      ? data?.folders.draft.total
      : folder === "inbox" || folder === "spam"
        ? data?.folders[folder].unread
        : 0;
  return (
    <div className="mail-sides">
      <LinkButton to={composePath()} variant="primary" icon="pencil" className="mail-write">
        {t("email.compose")}
      </LinkButton>
      <nav aria-label={t("email.folders")}>
        {/* i18n: email.folder.* */}
        {FOLDERS.map((folder) => {
          const n = count(folder);
          return (
            <PageLink key={folder} to={listPath(folder)} aria-current={place === folder ? "page" : undefined}>
              <Icon name={ICONS[folder]} size={16} />
              <span>{t(`email.folder.${folder}`)}</span>
              {n ? (
                <span className="mail-n">
                  {f.number(n)}
                  {folder !== "draft" && <span className="sr"> {t("email.unread")}</span>}
                </span>
              ) : null}
            </PageLink>
          );
        })}
      </nav>
      <nav aria-label={t("email.labels")}>
        <h2>{t("email.labels")}</h2>
        {/* i18n: email.label.* */}
        {LABELS.map((label) => (
          <PageLink
            key={label}
            to={listPath(`label-${label}`)}
            aria-current={place === `label-${label}` ? "page" : undefined}
          >
            <i className={`mail-dot of-${label}`} aria-hidden="true" />
            <span>{t(`email.label.${label}`)}</span>
          </PageLink>
        ))}
      </nav>
    </div>
  );
}
