import { useContext, useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { feedbackAbout, isProblem, NO_ANSWER } from "../lib/problem";
import { useFormat, useText } from "../lib/i18n";
import { Icon } from "./Icon";
import { LinkContext } from "./Link";
import type { IconName } from "./icons";

const SIGNS: Readonly<Record<string, IconName>> = {
  info: "info",
  warn: "history",
  bad: "circle-alert",
  good: "circle-check",
  quiet: "cloud-off",
};

interface NoticeProps {
  tone?: "info" | "warn" | "bad" | "good" | "quiet";
  icon?: IconName;
  title?: ReactNode;
  actions?: ReactNode;
  /** Takes the focus when the page opens: why a form was refused, where no field is to blame. */
  focus?: boolean;
  children?: ReactNode;
}

/** A sentence that is above what it is about. */
export function Notice({ tone = "info", icon, title, actions, focus, children }: NoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, [focus]);
  return (
    <div
      className={`notice ${tone}`}
      role={tone === "bad" ? "alert" : "status"}
      ref={ref}
      {...(focus && { tabIndex: -1, autoFocus: true })}
    >
      <Icon name={icon ?? SIGNS[tone] ?? "info"} size={18} />
      <div>
        {title && <strong>{title} </strong>}
        {children}
      </div>
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  );
}

/** What will be here, and the one step that fills it. */
export function Empty({
  icon = "info",
  title,
  actions,
  children,
}: {
  icon?: IconName;
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Icon name={icon} size={22} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}

/** One part of a page failed: what, what still holds, what to do. */
export function ProblemNotice({ problem, retry }: { problem: unknown; retry?: () => void }) {
  const t = useText();
  const details = isProblem(problem) ? problem : { status: 500 };
  const offline = details.status === NO_ANSWER;
  return (
    <Notice
      tone={offline ? "quiet" : "bad"}
      title={t(offline ? "common.offline" : "common.partFailed")}
      actions={retry && <Again retry={retry} />}
    >
      {offline ? t("common.offlineBody") : (details.detail ?? t("common.partFailedBody"))}
      {!offline && <Reference id={details.request_id} />}
    </Notice>
  );
}

/**
 * The number one names when telling about a problem, and where to tell; a fault of the page itself has its document's.
 */
export function Reference({ id }: { id?: string | undefined }) {
  const t = useText();
  const { feedback, request } = useContext(LinkContext) ?? {};
  const reference = id ?? request;
  if (!reference && !feedback) return null;
  return (
    <span className="block small quiet">
      {reference && (
        <>
          {t("common.request")} <code>{reference}</code>
        </>
      )}
      {reference && feedback && " · "}
      {feedback && <a href={feedbackAbout(feedback, reference)}>{t("common.feedback")}</a>}
    </span>
  );
}

/** Asks once more, in its place; without script the page is loaded again. */
function Again({ retry }: { retry: () => void }) {
  const t = useText();
  const here = useContext(LinkContext)?.here ?? "";
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    retry();
  };
  return (
    <a className="button size-s" href={here} onClick={ask}>
      {t("common.again")}
    </a>
  );
}

/** What a part of a page knows of its question to the API. */
export interface Asked {
  data?: unknown;
  error?: unknown;
  fulfilledTimeStamp?: number | undefined;
  refetch: () => unknown;
}

/** Where an answer did not come: what failed, or as of when the one still shown is. Nothing while all is well. */
export function Trouble({ of: { data, error, fulfilledTimeStamp, refetch } }: { of: Asked }) {
  const t = useText();
  const f = useFormat();
  const retry = () => void refetch();
  if (error === undefined) return null;
  if (data === undefined || fulfilledTimeStamp === undefined) return <ProblemNotice problem={error} retry={retry} />;
  const time = f.time(new Date(fulfilledTimeStamp).toISOString());
  return (
    <Notice tone="warn" title={t("common.stale", { time })} actions={<Again retry={retry} />}>
      {t("common.staleBody")}
    </Notice>
  );
}
