import { useEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { ENDED, renewToken, type Shape } from "../api";
import Toasts from "../components/toasts/Toasts";
import { toasts } from "../components/toasts/list";
import { useText } from "../lib/i18n";
import { useRowKeys } from "../hooks/useRowKeys";
import { isSlow } from "../hooks/useSaveData";
import { whenLeft } from "../lib/own";
import { signInPath, useSite } from "../page";
import { begin, login, selectIsLoading } from "../state";

/** The session of this browser as the server knows it now; none for who is not signed in. */
async function sessionNow(): Promise<Shape<"PresentSession"> | null> {
  const answer = await fetch("/api/v1/session");
  return answer.ok ? answer.json() : null;
}

/** Let the next documents know what the line is like: they have tables in the place of charts where it is slow. */
function noteLine(): void {
  const slow = isSlow();
  if (slow !== /(^|; )line=slow/.test(document.cookie))
    document.cookie = `line=slow; Path=/; SameSite=Lax; Max-Age=${slow ? 3600 : 0}`;
}

/** Keep the page, and what is typed in it, where a form would be sent as a document and there is no connection. */
function holdForms(text: string): () => void {
  const hold = (event: SubmitEvent) => {
    // Forms that a script sends say so themselves.
    if (event.defaultPrevented || navigator.onLine) return;
    event.preventDefault();
    toasts.show({ tone: "bad", text });
  };
  document.addEventListener("submit", hold);
  return () => document.removeEventListener("submit", hold);
}

/** What the frame tells from anywhere: toasts, and that the session is over while what was typed stays. */
export default function SessionWatch() {
  const t = useText();
  const { currentPage, session } = useSite();
  const dispatch = useDispatch();
  useRowKeys();
  const isLoading = useSelector(selectIsLoading);
  useEffect(() => {
    document.getElementById("main")?.setAttribute("aria-busy", String(isLoading));
  }, [isLoading]);
  useEffect(noteLine);
  useEffect(() => holdForms(t("common.offline")), [t]);
  // What is on the page is not for anyone who comes next.
  useEffect(() => whenLeft(() => window.location.reload()), []);
  const ref = useRef(0);
  useEffect(() => {
    const end = () => {
      toasts.close(ref.current);
      ref.current = toasts.show({
        tone: "bad",
        title: t("common.ended"),
        text: t("common.endedBody"),
        action: {
          label: t("common.signIn"),
          do: () => void window.open(signInPath(currentPage.url, "ended"), "_blank"),
        },
      });
    };
    const resume = async () => {
      if (!ref.current) return;
      const now = await sessionNow().catch(() => null);
      if (!now) return;
      if (now.user.id !== session.user?.id) return window.location.reload();
      toasts.close(ref.current);
      ref.current = 0;
      renewToken(now.csrf);
      dispatch(begin({ ...session, csrf: now.csrf }));
      dispatch(login(now.user));
      toasts.show({ text: t("common.resumed") });
    };
    const back = () => void resume();
    window.addEventListener(ENDED, end);
    window.addEventListener("focus", back);
    return () => {
      window.removeEventListener(ENDED, end);
      window.removeEventListener("focus", back);
    };
  }, [t, currentPage.url, session, dispatch]);
  return <Toasts />;
}
