/** What a row of the log says, part by part. */
import { Facts } from "../../components/Facts";
import { useFormat, useText } from "../../lib/i18n";
import { codeWords } from "../../lib/codes";
import { PageLink, usePage } from "../../page";
import type { auditGrammar } from "./query";
import { actionText, subjectText } from "./words";
import type { AuditEvent } from "./types";

/** Where a kind of thing has a page for each. */
const PAGES: Readonly<Record<string, string>> = { conversation: "/reports/conversations", import: "/admin/import" };

/** What the server does by itself: commands, and erasing by clients' policies; anything else has no user signed in. */
const BY_SERVER: readonly string[] = ["command", "client"];

/** Who did it, and the way to all they did. */
export function Who({ event: { user, subject } }: { event: AuditEvent }) {
  const t = useText();
  const { here } = usePage<typeof auditGrammar>();
  if (!user) return <span className="quiet">{t(BY_SERVER.includes(subject) ? "audit.server" : "audit.nobody")}</span>;
  return <PageLink to={here({ user: [user.id] }, { reset: true })}>{user.name ?? t("audit.gone")}</PageLink>;
}

/** The action in words, its tag, and the whole row unfolded from there. i18n: states.* */
export function What({ event }: { event: AuditEvent }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof auditGrammar>();
  const text = actionText(event.action, t);
  return (
    <>
      <b>
        {text ?? codeWords(event.action.replace(":", " "))}
        {event.detail && ":"}
      </b>
      {event.detail && (
        <span className="quiet">
          {" "}
          <bdi>{event.detail_text}</bdi>
        </span>
      )}
      <details>
        <summary>
          {t("audit.details")}
          <span className="sr"> {t("audit.whole", { n: event.seq })}</span>
        </summary>
        <Facts
          items={[
            [t("audit.seq"), f.number(event.seq)],
            [
              t("audit.code"),
              <code key="ac" dir="ltr">
                {event.action}
              </code>,
            ],
            [
              t("audit.id"),
              event.subject_id ? (
                <bdi key="id" dir="ltr" className="mono">
                  {event.subject_id}
                </bdi>
              ) : (
                f.number(null)
              ),
            ],
            [
              t("audit.instant"),
              <code key="at" dir="ltr">
                {event.at}
              </code>,
            ],
            [
              t("audit.address"),
              event.address ? (
                <code key="ip" dir="ltr">
                  {event.address}
                </code>
              ) : (
                f.number(null)
              ),
            ],
            [
              t("audit.agent"),
              event.user_agent ? (
                <bdi key="ua" dir="ltr">
                  {event.user_agent}
                </bdi>
              ) : (
                f.number(null)
              ),
            ],
            [
              t("audit.request"),
              event.request_id ? (
                <code key="rq" dir="ltr">
                  {event.request_id}
                </code>
              ) : (
                f.number(null)
              ),
            ],
            [
              t("audit.digest"),
              <code key="dg" dir="ltr">
                {event.digest}
              </code>,
            ],
          ]}
        />
        {event.subject_id && (
          <p>
            <PageLink to={here({ subject: event.subject, subject_id: [event.subject_id] }, { reset: true })}>
              {t("audit.allOfIt")}
            </PageLink>
          </p>
        )}
      </details>
    </>
  );
}

/** What it was done to: a link where we have its page. */
export function Thing({ event: { subject, subject_id: id, subject_name: name } }: { event: AuditEvent }) {
  const t = useText();
  const page = PAGES[subject];
  // The number among the details distinguishes what has no name of its own.
  const label = name ? <bdi title={id ?? undefined}>{name}</bdi> : t("audit.open");
  return (
    <>
      <span className="block">{subjectText(subject, t)}</span>
      {id &&
        (page ? (
          <PageLink to={`${page}/${id}`} aria-label={`${subjectText(subject, t)} ${name ?? id}`}>
            {label}
          </PageLink>
        ) : (
          name && label
        ))}
    </>
  );
}

/** What changed, in the words of the API. i18n: fields.* */
export function Changed({ event: { labels } }: { event: AuditEvent }) {
  const f = useFormat();
  if (labels.length === 0) return <span className="quiet">{f.number(null)}</span>;
  return labels.map((label) => (
    <span key={label} className="block">
      {label}
    </span>
  ));
}
