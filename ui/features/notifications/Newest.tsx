/** The newest notifications, in a panel under the bell. */
import { useEffect, useRef } from "react";
import { Button, PageLink, Trouble } from "../../components";
import { openBeside } from "../../components/floats/beside";
import { useText } from "../../lib/i18n";
import { NEWEST, notificationsApi } from "./api";
import { Line } from "./Line";
import { useNews, useNotices } from "./useNotices";

const SHOWN = 8;

/** Open as long as it is there; Escape, a press elsewhere and a link in it close it. */
export default function Newest({ onClose }: { onClose: () => void }) {
  const t = useText();
  const panel = useRef<HTMLDivElement>(null);
  const result = notificationsApi.useNotificationsQuery(NEWEST, { refetchOnMountOrArgChange: true });
  const { data } = result;
  const notices = useNotices();
  useNews(data);
  useEffect(() => {
    const bell = document.querySelector<HTMLElement>(".bell");
    if (!panel.current || !bell) return;
    openBeside(panel.current, bell);
    panel.current.focus();
  }, []);
  const close = () => panel.current?.hidePopover();
  return (
    <div
      ref={panel}
      popover="auto"
      className="float at-end nt-panel"
      role="dialog"
      aria-label={t("notifications.title")}
      tabIndex={-1}
      onToggle={(event) => event.newState === "closed" && onClose()}
    >
      <header>
        <h2>{t("notifications.title")}</h2>
        {data && data.unread > 0 && (
          <Button size="s" icon="check-check" onClick={() => void notices.readAll()}>
            {t("notifications.readAll")}
          </Button>
        )}
      </header>
      <Trouble of={result} />
      {!data && !result.error && <div className="progress" />}
      {data?.items.length === 0 && <p className="quiet">{t("notifications.emptyTitle")}</p>}
      <ul className="nt">
        {data?.items.slice(0, SHOWN).map((notice) => (
          <li key={notice.id}>
            <Line
              notice={notice}
              onFollow={() => {
                void notices.read(notice);
                close();
              }}
            />
          </li>
        ))}
      </ul>
      <footer>
        <PageLink to="/notifications" onClick={close}>
          {t("notifications.everything")}
        </PageLink>
      </footer>
    </div>
  );
}
