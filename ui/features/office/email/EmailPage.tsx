/** Mail: folders and labels, a list, and the mail that is read beside it. */
import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { useLive } from "../../../api/live";
import { Icon, PageLink, Trouble } from "../../../components";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useText } from "../../../lib/i18n";
import { keys as KEYS } from "./keys";
import { later, usePage } from "../../../page";
import { mailApi } from "./api";
import { MailList } from "./MailList";
import type { oneGrammar } from "./query";
import { listPath } from "./places";
import { Sides } from "./Sides";
import type { ListArgs } from "./types";
import { useMailKeys } from "./useMailKeys";
import { useMails } from "./useMails";
import "./email.css";

const Reading = later(() => import("./Reading"), "Reading");

/** The page. */
export default function EmailPage() {
  const t = useText();
  const { params, query } = usePage<typeof oneGrammar, "id" | "folder" | "label">();
  const mails = useMails();
  const result = mailApi.useMailQuery(params.id ?? "", { skip: !params.id });
  const mail = params.id ? result.data : undefined;
  const place = params.id
    ? query.in || (mail?.folder ?? "inbox")
    : params.label
      ? `label-${params.label}`
      : (params.folder ?? "inbox");
  const list: ListArgs = { place, q: query.q, page: query.page };
  const mailList = mailApi.useMailsQuery(list);
  useMailKeys({ list, mail, rows: mailList.data?.items ?? [], mails });
  const dispatch = useDispatch();
  const { data: counts } = mailApi.useMailCountsQuery();
  useLive(counts?.live, (changes) => {
    if (!changes || changes.some(({ kind }) => kind === "mail:arrive" || kind === "mail:sent"))
      dispatch(mailApi.util.invalidateTags(["Mail"]));
  });
  const opened = useRef("");
  useEffect(() => {
    // Opened is read, once: who marks it as unread then means it.
    if (!mail || opened.current === mail.id) return;
    opened.current = mail.id;
    if (!mail.is_read) void mails.many([mail.id], "read", { quiet: true });
  }, [mail, mails]);
  return (
    <div className={params.id ? "mail reads" : "mail"}>
      <Sides place={place} />
      <div className="mail-panes">
        <div className="mail-pane">
          <Trouble of={mailList} />
          <PageRefusal title={t("mails.notDone")} unless={params.id !== undefined} />
          <MailList list={list} data={mailList.data} mails={mails} current={params.id} />
        </div>
        <section className="mail-read" aria-label={t("mails.reading")}>
          {params.id ? (
            <>
              {!mail && <Back to={listPath(place, list)} />}
              <Trouble of={result} />
              <PageRefusal title={t("mails.notDone")} />
              {mail && <Reading key={mail.id} mail={mail} list={list} mails={mails} />}
            </>
          ) : (
            <Unchosen total={mailList.data?.total ?? 0} />
          )}
        </section>
      </div>
    </div>
  );
}

/** Where there is no mail with its own: narrow screens show this pane alone. */
function Back({ to }: { to: string }) {
  const t = useText();
  return (
    <div className="mail-bar">
      <PageLink to={to} className="icon-button mail-back" aria-label={t("mails.back")} title={t("mails.back")}>
        <Icon name="arrow-left" className="mirror" />
      </PageLink>
    </div>
  );
}

/** Nothing is chosen: what is here, and the keys. */
function Unchosen({ total }: { total: number }) {
  const t = useText();
  return (
    <div className="mail-unchosen">
      <Icon name="mail" size={28} />
      <p>{total > 0 ? t("mails.choose") : t("mails.nothingHere")}</p>
      <details className="mail-keys" open>
        <summary>{t("mails.keys")}</summary>
        {/* i18n: email.key.* */}
        <dl>
          {KEYS.map(([keys, name]) => (
            <div key={name}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(`email.key.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
