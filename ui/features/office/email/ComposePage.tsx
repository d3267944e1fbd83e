/** Writing a mail: a new one, a draft that is gone on with, or an answer. */
import { useMemo, useState } from "react";
import { Empty, LinkButton, Trouble } from "../../../components";
import type { Formatter } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import { later, usePage, useSite } from "../../../page";
import { mailApi } from "./api";
import { Composer } from "./Composer";
import type { composeGrammar } from "./query";
import { mailPath } from "./places";
import { nameOf } from "./peopleAndTimes";
import { Sides } from "./Sides";
import type { MailAnswer, Typed } from "./types";
import { typedOf } from "./useDraft";
import { useReady } from "./useReady";
import "./email.css";

const Waiting = later(() => import("./Waiting"), "Waiting");
const EMPTY: Typed = { to: "", cc: "", bcc: "", subject: "", text: "" };

/** What an answer begins with: room to write, and below it what it answers. */
function answering({ to, cc, subject, quoted, mail }: MailAnswer, t: TextFunction, f: Formatter): Typed {
  const intro = t("email.wrote", { who: nameOf(mail.from), when: f.dateTime(mail.at) });
  return { to, cc, bcc: "", subject, text: `\n\n${intro}\n\n${quoted}` };
}

/** The page: anyone who comes to it again begins again. */
export default function ComposePage() {
  return <Writing key={useSite().currentPage.key} />;
}

/** A mail while it is written. */
function Writing() {
  const t = useText();
  const f = useFormat();
  const { query, form, session } = usePage<typeof composeGrammar>();
  // The draft that is written is known by its first address: a new one gets an address without being another.
  const [first] = useState({ draft: query.draft, answers: query.draft ? "" : query.answers, kind: query.kind });
  const result = mailApi.useMailQuery(first.draft, { skip: !first.draft });
  const answer = mailApi.useMailAnswerQuery({ id: first.answers, kind: first.kind }, { skip: !first.answers });
  const [begun] = useState(result.data);
  const draft = begun ?? result.data;
  const extra = useMemo(() => (first.answers ? { answers: first.answers, kind: first.kind as "reply" } : {}), [first]);
  const waits = (first.draft && !draft) || (first.answers && !answer.data);
  const start = draft ? typedOf(draft) : answer.data ? answering(answer.data, t, f) : EMPTY;
  const texts = useReady(start.to);
  const chosen = texts.find(({ id }) => id === query.ready)?.text ?? "";
  const typed = form
    ? { ...start, ...pick(form.values) }
    : chosen
      ? { ...start, text: joined(start.text, chosen) }
      : start;
  return (
    <div className="mail reads">
      <Sides {...(draft && { place: "draft" })} />
      <div className="mail-panes single">
        <section className="mail-read" aria-labelledby="compose-title">
          <Trouble of={first.draft ? result : answer} />
          {!waits &&
            (draft && draft.kind !== "draft" ? (
              <Empty
                icon="send"
                title={t("email.sentAlready")}
                actions={<LinkButton to={mailPath(draft.id)}>{t("email.openOne")}</LinkButton>}
              />
            ) : draft?.send_at && !form ? (
              <Waiting mail={draft} />
            ) : (
              <Composer
                draft={draft}
                typed={typed}
                extra={extra}
                who={session.user?.id ?? ""}
                isAnswer={Boolean(first.answers) && first.kind !== "forward"}
                forwarded={first.kind === "forward" && Boolean(first.answers)}
                brings={answer.data?.attachments ?? []}
              />
            ))}
        </section>
      </div>
    </div>
  );
}

/** A ready text after what is written; what an answer quotes stays below it. */
const joined = (text: string, ready: string) =>
  text.startsWith("\n\n") ? ready + text : text ? `${text}\n\n${ready}` : ready;

/** What a refused form without script has left. */
function pick(values: Readonly<Record<string, string>>): Partial<Typed> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(EMPTY, key)));
}
