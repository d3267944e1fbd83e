/**
 * The bell of the bar: how many notifications are unread. Without a script it leads to their page, with one it opens
 * the newest.
 */
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent } from "react";
import { useDispatch } from "react-redux";
import { FrameIcon } from "../components";
import { useScripted } from "../hooks/useScripted";
import { useFormat, useText } from "../lib/i18n";
import { PageLink, useSite } from "../page";
import { renewed } from "../features/notifications/api";

const Newest = lazy(() => import("../features/notifications/Newest"));
/** More than this are not distinguished. */
const MOST = 99;
/** How old the number may become before another page asks for it again. */
const FRESH_MS = 60_000;

/** The link, and what opens under it. */
export default function Bell() {
  const t = useText();
  const f = useFormat();
  const { session, currentPage, fetchPage } = useSite();
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const scripted = useScripted();
  const [open, setOpen] = useState(false);
  // A press beside the panel closes it before the link hears of the press.
  const wasOpen = useRef(false);
  const lastCount = useRef(0);
  const n = session.unread ?? 0;
  const here = currentPage.located?.page.name === "notification-list";
  useEffect(() => {
    const now = Date.now();
    if (lastCount.current && now - lastCount.current > FRESH_MS) void dispatch(renewed());
    else if (lastCount.current) return;
    lastCount.current = now;
  }, [currentPage.url, dispatch]);
  const press = (event: MouseEvent) => {
    if (here || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (wasOpen.current) return void (wasOpen.current = false);
    // The page of all of them has what the panel is dressed in and what it says.
    if (!open) void fetchPage("notification-list").then(() => setOpen(true));
  };
  return (
    <>
      <PageLink
        to="/notifications"
        className="icon-button bell"
        aria-label={n > MOST ? t("common.bell.many") : n ? t("common.bell.unread", { n }) : t("common.bell")}
        data-tip={t("common.bell")}
        aria-expanded={scripted && !here ? open : undefined}
        onPointerDown={() => void (wasOpen.current = open)}
        onClick={press}
      >
        <FrameIcon name="bell" />
        {n > 0 && <b>{n > MOST ? `${f.number(MOST)}+` : f.number(n)}</b>}
      </PageLink>
      {open && (
        <Suspense>
          <Newest onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
