import { useEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { ENDED, parse, renewToken } from "../api";
import Toasts from "../components/toasts/Toasts";
import { toasts } from "../components/toasts/list";
import { useText } from "../lib/i18n";
import { useRowKeys } from "../hooks/useRowKeys";
import { whenLeft } from "../lib/own";
import type { Session } from "../lib/session";
import { signInPath, useSite } from "../page";
import { begin, login, selectIsLoading } from "../state";

/** A small page that only who is signed in gets: its state tells who that is now. */
const PROBE = "/pages/layout";

/** The session of this browser as the server knows it now. */
async function sessionNow(): Promise<Session | null> {
  const text = await (await fetch(PROBE, { headers: { Accept: "text/html" } })).text();
  const state = parse(/id="__STATE__">(.*?)<\/script>/s.exec(text)?.[1] ?? "") as { session?: Session } | null;
  return state?.session?.user ? state.session : null;
}

/** What the frame tells from anywhere: toasts, and that the session is over while what was typed stays. */
export default function SessionWatch() {
  const t = useText();
  const { shown, session } = useSite();
  const dispatch = useDispatch();
  useRowKeys();
  const isLoading = useSelector(selectIsLoading);
  useEffect(() => {
    document.getElementById("main")?.setAttribute("aria-busy", String(isLoading));
  }, [isLoading]);
  // What stands on the page is not for whoever comes next.
  useEffect(() => whenLeft(() => window.location.reload()), []);
  const told = useRef(0);
  useEffect(() => {
    const end = () => {
      toasts.close(told.current);
      told.current = toasts.show({
        tone: "bad",
        title: t("common.ended"),
        text: t("common.endedBody"),
        action: { label: t("common.signIn"), do: () => void window.open(signInPath(shown.url, "ended"), "_blank") },
      });
    };
    const resume = async () => {
      if (!told.current) return;
      const now = await sessionNow().catch(() => null);
      if (!now) return;
      if (now.user?.id !== session.user?.id) return window.location.reload();
      toasts.close(told.current);
      told.current = 0;
      renewToken(now.csrf);
      dispatch(begin({ ...session, csrf: now.csrf }));
      if (now.user) dispatch(login(now.user));
      toasts.show({ text: t("common.resumed") });
    };
    const back = () => void resume();
    window.addEventListener(ENDED, end);
    window.addEventListener("focus", back);
    return () => {
      window.removeEventListener(ENDED, end);
      window.removeEventListener("focus", back);
    };
  }, [t, shown.url, session, dispatch]);
  return <Toasts />;
}
