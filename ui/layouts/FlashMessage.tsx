import { useEffect, useState } from "react";
import { Icon, PageLink } from "../components";
import { useText } from "../lib/i18n";
import type { TextFunction } from "../lib/messages";
import { doneOf, useSite, type Page } from "../page";

/** The address without the note of what was done. */
const without = (url: string) => url.replace(/([?&])done=[^&#]*&?/, "$1").replace(/[?&](?=#|$)/, "");

/** What was done, in the words of the page's own area or of one it shares; null where none has any. */
function textOf(t: TextFunction, page: Page | undefined, id: string): string | null {
  const keys = [page?.area, ...(page?.messages ?? [])].map((area) => `${area}.done.${id}`);
  return keys.map((key) => (t(key) === key ? null : t(key))).find((words) => words !== null) ?? null;
}

/** Says what a form has just done, in the words of its area, or that there is no connection to go on with. */
export function FlashMessage() {
  const { currentPage, lost } = useSite();
  const t = useText();
  const id = currentPage.form || currentPage.trouble ? null : doneOf(currentPage.url);
  const text = id ? textOf(t, currentPage.located?.page, id) : null;
  // A live region tells what comes into it, not what it began with: the sentence is put in again.
  const [announced, setAnnounced] = useState(false);
  useEffect(() => {
    setAnnounced(true);
    const { pathname, search, hash } = window.location;
    const here = pathname + search + hash;
    // The reader may be on the way to another page by now: its address stays.
    if (id && doneOf(here) === id) window.history.replaceState(window.history.state, "", without(here));
  }, [id, currentPage.url]);
  return (
    <div className="done" role="status">
      {lost && (
        <p className="lost">
          <Icon name="cloud-off" />
          <span>
            <strong>{t("common.offline")}</strong> {t("common.offlineBody")}
          </span>
        </p>
      )}
      {text !== null && !lost && (
        <p key={announced ? currentPage.key : "sent"}>
          <Icon name="circle-check" />
          <span>{text}</span>
          <PageLink to={without(currentPage.url)} className="icon-button" aria-label={t("common.close")}>
            <Icon name="x" size={16} />
          </PageLink>
        </p>
      )}
    </div>
  );
}
