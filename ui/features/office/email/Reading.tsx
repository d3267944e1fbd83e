/** One mail: what can be done with it, who wrote it, what it says, what hangs on it and what came before. */
import { useState, type FormEvent } from "react";
import { ActionForm, Avatar, Icon, LinkButton, Notice, PageLink, Pill, type IconName } from "../../../components";
import { submitPath } from "../../../components/ActionForm";
import { Confirm } from "../../../components/dialogs/Confirm";
import { DialogButton } from "../../../components/dialogs/buttons";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { Body } from "./Body";
import { LabelMenu } from "./BulkActions";
import { Files } from "./Files";
import { composePath, listPath, mailPath } from "./places";
import { nameOf, whenOf } from "./peopleAndTimes";
import type { Do, ListArgs, Mail, MailRow } from "./types";
import type { Mails } from "./useMails";

/** What takes a mail out of its list. */
const LEAVES = new Set<string>(["trash", "spam", "back", "unread"]);

/** The pane. */
export function Reading({ mail, list, mails }: { mail: Mail; list: ListArgs; mails: Mails }) {
  const t = useText();
  const f = useFormat();
  const what = mail.subject || t("email.noSubject");
  return (
    <article className="mail-one" aria-labelledby="mail-subject" data-whole>
      <Toolbar mail={mail} list={list} mails={mails} />
      <div className="mail-paper">
        <header className="mail-head row">
          {/* i18n: email.label.* */}
          <h1 id="mail-subject" dir="auto">
            {what}
          </h1>
          {mail.labels.map((label) => (
            <span key={label} className={`pill mail-label of-${label}`}>
              {t(`email.label.${label}`)}
            </span>
          ))}
          {mail.kind === "draft" && <Pill tone="warn">{t("mails.isDraft")}</Pill>}
        </header>
        <From mail={mail} />
        {mail.outside.length > 0 && mail.kind === "sent" && (
          <Notice tone="warn" title={t("mails.outside", { n: mail.outside.length })}>
            <bdi>{mail.outside.join(f.comma)}</bdi>. {t("mails.outsideText")}
          </Notice>
        )}
        {mail.remote.length > 0 && <Remote mail={mail} />}
        <Body mail={mail} />
        <Files files={mail.attachments} />
        <Answers mail={mail} />
        <Thread mail={mail} />
      </div>
    </article>
  );
}

/** What can be done with it; each button sends the one form around them. */
function Toolbar({ mail, list, mails }: { mail: Mail; list: ListArgs; mails: Mails }) {
  const t = useText();
  const go = useGo();
  const back = listPath(list.place, list);
  const here = mailPath(mail.id, list);
  const gone = mail.folder === "trash" || mail.folder === "spam";
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    event.currentTarget.querySelectorAll("details[open]").forEach((menu) => menu.removeAttribute("open"));
    const done = await mails.many([mail.id], value as Do, { quiet: value.endsWith("star") });
    if (done && LEAVES.has(value)) go(back);
  };
  const act = (word: Do, icon: IconName, label: string) => (
    <button
      type="submit"
      name="do"
      value={word}
      formAction={submitPath({ call: "/api/v1/mail/many", page: LEAVES.has(word) ? back : here, done: "changed" })}
      className="icon-button"
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="mail-bar">
      <PageLink
        to={back}
        className="icon-button mail-back"
        aria-label={t("mails.back")}
        title={`${t("mails.back")} (u)`}
      >
        <Icon name="arrow-left" />
      </PageLink>
      <ActionForm
        className="mail-does flex"
        call="/api/v1/mail/many"
        page={here}
        done="changed"
        onSubmit={(event) => void send(event)}
      >
        <input type="hidden" name="ids[]" value={mail.id} />
        {gone && act("back", "undo-2", t(mail.folder === "spam" ? "mails.notSpam" : "mails.restore"))}
        {mail.folder !== "trash" && act("trash", "trash", t("mails.toTrash"))}
        {!gone && mail.kind === "received" && act("spam", "circle-alert", t("mails.toSpam"))}
        {mail.is_read ? act("unread", "mail", t("mails.asUnread")) : act("read", "check", t("mails.asRead"))}
        <button
          type="submit"
          name="do"
          value={mail.is_starred ? "unstar" : "star"}
          className="icon-button mail-star"
          aria-pressed={mail.is_starred}
          aria-label={t("mails.star", { what: mail.subject })}
          title={t("mails.starred")}
        >
          <Icon name="star" />
        </button>
        <LabelMenu on={mail.labels} />
      </ActionForm>
      {mail.folder === "trash" && <Destroy mail={mail} back={back} mails={mails} />}
      <span className="mail-gap" />
      <Beside id={mail.newer} icon="chevron-left" label={t("mails.newer")} />
      <Beside id={mail.older} icon="chevron-right" label={t("mails.older")} />
    </div>
  );
}

/** The mail above or below it in its folder. */
function Beside({ id, icon, label }: { id: string | null; icon: IconName; label: string }) {
  return id ? (
    <PageLink className="icon-button" to={mailPath(id)} aria-label={label} title={label}>
      <Icon name={icon} className="mirror" />
    </PageLink>
  ) : (
    <span className="icon-button off" aria-hidden="true">
      <Icon name={icon} className="mirror" />
    </span>
  );
}

/** Deletes it for ever, after asking. */
function Destroy({ mail, back, mails }: { mail: Mail; back: string; mails: Mails }) {
  const t = useText();
  const go = useGo();
  const gone = async () => {
    const refusal = await mails.destroy(mail);
    if (!refusal) go(back);
    return refusal;
  };
  return (
    <>
      <DialogButton opens="deletemail" size="s" variant="danger">
        {t("mails.forEver")}
      </DialogButton>
      <Confirm
        id="deletemail"
        title={t("mails.forEverAsk")}
        act={t("mails.forEver")}
        keep={t("mails.keep")}
        form={{
          call: `/api/v1/mail/${mail.id}`,
          method: "DELETE",
          page: back,
          revision: String(mail.revision),
          done: "gone",
        }}
        onConfirm={gone}
      >
        {t("mails.forEverText")}
      </Confirm>
    </>
  );
}

/** Who wrote it to whom, and when; the addresses are one press away. */
function From({ mail }: { mail: Mail }) {
  const t = useText();
  const f = useFormat();
  const rows = (["to", "cc", "bcc"] as const).filter((field) => mail[field].length > 0);
  const short = [...mail.to, ...mail.cc, ...mail.bcc].map(nameOf).join(f.comma);
  return (
    <div className="mail-from">
      <Avatar name={nameOf(mail.from)} src={mail.from.avatar} size={32} />
      <div>
        <p>
          <strong>
            <bdi>{nameOf(mail.from)}</bdi>
          </strong>{" "}
          <span className="quiet small">
            <bdi>{mail.from.email}</bdi>
          </span>
        </p>
        <details>
          <summary className="quiet small">{short ? t("email.toWhom", { who: short }) : t("email.toNobody")}</summary>
          {/* i18n: email.head.* */}
          <dl className="facts">
            {rows.map((field) => (
              <div key={field}>
                <dt>{t(`email.head.${field}`)}</dt>
                <dd>
                  {mail[field].map((person) => (
                    <span key={person.email} className="block">
                      <bdi>{person.name}</bdi> <bdi className="quiet">{person.email}</bdi>
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <time className="quiet small" dateTime={mail.at}>
        {f.dateTime(mail.at)}
      </time>
    </div>
  );
}

/** Pictures that were not fetched: how many, from where, and each by itself for who wants it. */
function Remote({ mail }: { mail: Mail }) {
  const t = useText();
  const f = useFormat();
  const hosts = [...new Set(mail.remote.map(({ host }) => host))];
  return (
    <Notice tone="info" icon="image" title={t("mails.remote", { n: mail.remote.length })}>
      {t("mails.remoteText", { hosts: f.list(hosts) })}
      <details className="mail-remote">
        <summary>{t("mails.remoteShow")}</summary>
        <ul>
          {mail.remote.map(({ url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">
                <bdi>{url}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}

/** The ways to answer; a draft is gone on with instead. */
function Answers({ mail }: { mail: Mail }) {
  const t = useText();
  if (mail.kind === "draft")
    return (
      <p className="row">
        {mail.folder !== "trash" && (
          <LinkButton to={composePath({ draft: mail.id })} icon="pencil" variant="primary">
            {t("mails.goOn")}
          </LinkButton>
        )}
      </p>
    );
  const several = mail.to.length + mail.cc.length > 1;
  return (
    <p className="row mail-answers">
      <LinkButton to={composePath({ answers: mail.id })} icon="reply">
        {t("email.reply")}
      </LinkButton>
      {several && (
        <LinkButton to={composePath({ answers: mail.id, kind: "all" })} icon="reply">
          {t("mails.replyAll")}
        </LinkButton>
      )}
      <LinkButton to={composePath({ answers: mail.id, kind: "forward" })} icon="forward">
        {t("email.forward")}
      </LinkButton>
    </p>
  );
}

/** The rest of the exchange, newest first, each unfolded where it is. */
function Thread({ mail }: { mail: Mail }) {
  const t = useText();
  const others = mail.thread.filter(({ id }) => id !== mail.id).reverse();
  if (others.length === 0) return null;
  return (
    <section className="mail-thread" aria-labelledby="mail-thread">
      <h2 id="mail-thread">{t("mails.thread", { n: others.length })}</h2>
      {others.map((row) => (
        <Other key={row.id} row={row} />
      ))}
    </section>
  );
}

/** One of them: its frame is fetched when it is unfolded. */
function Other({ row }: { row: MailRow }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>
          <bdi>{nameOf(row.from)}</bdi>
        </strong>
        <span className="mail-snippet" dir="auto">
          {row.snippet}
        </span>
        <time className="small quiet" dateTime={row.at}>
          {whenOf(row.at, session.now, f)}
        </time>
      </summary>
      <Body mail={row} lazy key={String(open)} />
      <PageLink to={row.kind === "draft" ? composePath({ draft: row.id }) : mailPath(row.id)}>
        {t(row.kind === "draft" ? "mails.goOn" : "email.openOne")}
      </PageLink>
    </details>
  );
}
