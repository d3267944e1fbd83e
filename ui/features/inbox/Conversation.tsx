/** One conversation: its head with what can be done, what was said, and the answer or the way to it. */
import { ActionForm, Avatar, Button, Icon, Notice, PageLink, Segments, Trouble, useCan } from "../../components";
import { DialogButton } from "../../components/dialogs/buttons";
import { useFormat, useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { later, usePage } from "../../page";
import { inboxApi } from "./api";
import { Composer } from "./Composer";
import { Due } from "./Due";
import { listParameters, type inboxGrammar } from "./query";
import { Thread } from "./Thread";
import { INBOX, type HandoffDetail } from "./types";
import { useDraft } from "./useDraft";

const Contact = later(() => import("./About"), "Contact");
const Assign = later(() => import("./Assign"), "Assign");
const Confirm = later(() => import("../../components/dialogs/Confirm"), "Confirm");
const NoteForm = later(() => import("./NoteForm"), "NoteForm");

const CLOSE = "ib-close";
/** States in which a conversation has an agent, or can have one. */
const GOES_ON: readonly string[] = ["requested", "accepted", "call_back"];

/** The conversation and, where there is room, who it is with. */
export function Conversation({ id, now }: { id: string; now: number }) {
  const t = useText();
  const result = inboxApi.useHandoffQuery(id);
  const { data } = result;
  if (!data)
    return (
      <section className="tk-talk">
        <Trouble of={result} />
      </section>
    );
  return (
    <>
      <section className="tk-talk" aria-label={data.contact.name || t("inbox.nobody")}>
        <Head handoff={data} now={now} />
        <Trouble of={result} />
        <Refused handoff={data} />
        <Thread handoff={data} />
        <Foot handoff={data} />
      </section>
      <aside className="ib-about" aria-label={t("inbox.contact")}>
        <h2>{t("inbox.contact")}</h2>
        <Contact handoff={data} />
      </aside>
    </>
  );
}

/** Whether the reader may answer here now: who has it, and who may at all. */
function useMine(handoff: HandoffDetail) {
  const can = useCan();
  const { session } = usePage();
  const may = can("update", "Inbox");
  return {
    may,
    mine: may && GOES_ON.includes(handoff.state) && handoff.agent?.id === session.user?.id,
  };
}

/** Why something other than an answer was refused. */
function Refused({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const { form } = usePage();
  const path = `/api/v1/handoffs/${handoff.id}/messages`;
  if (!form || form.problem.status < 400 || form.problem.instance === path) return null;
  return (
    <Notice tone="bad" focus title={t("inbox.notDone")}>
      {form.problem.detail}
    </Notice>
  );
}

/** Who it is, how long there is, and what ends one's part in it. */
function Head({ handoff, now }: { handoff: HandoffDetail; now: number }) {
  const t = useText();
  const { here, query } = usePage<typeof inboxGrammar, "id">();
  const { may, mine } = useMine(handoff);
  const call = `/api/v1/handoffs/${handoff.id}`;
  const list = path(INBOX, listParameters(query));
  const isCall = handoff.state === "call_back";
  const name = handoff.contact.name || t("inbox.nobody");
  return (
    <header className="tk-head flex gap-12 ib-head">
      <PageLink to={list} className="icon-button tk-back" aria-label={t("inbox.back")} title={t("inbox.back")}>
        <Icon name="arrow-left" />
      </PageLink>
      <Avatar name={name} size={32} />
      <div>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p>
          {t(`inbox.channel.${handoff.channel}`) /* i18n: inbox.channel.* */} <Due handoff={handoff} now={now} />
        </p>
      </div>
      {may && GOES_ON.includes(handoff.state) && (
        <div className="ib-acts">
          <Assign handoff={handoff} />
          {mine && isCall && (
            <ActionForm call={`${call}/close`} page={here()} then={list} done="called">
              <Button type="submit" icon="check">
                {t("inbox.called")}
              </Button>
            </ActionForm>
          )}
          {mine && !isCall && <Ending handoff={handoff} />}
        </div>
      )}
    </header>
  );
}

/** What ends one's part in a conversation. */
function Ending({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const { here } = usePage<typeof inboxGrammar, "id">();
  const call = `/api/v1/handoffs/${handoff.id}`;
  const name = handoff.contact.name || t("inbox.nobody");
  return (
    <>
      <ActionForm call={`${call}/return`} page={here()} then={INBOX} done="returned">
        <Button type="submit" icon="undo-2">
          {t("inbox.return")}
        </Button>
      </ActionForm>
      <DialogButton opens={CLOSE} icon="check">
        {t("inbox.close")}
      </DialogButton>
      <Confirm
        id={CLOSE}
        title={t("inbox.closeTitle", { who: name })}
        act={t("inbox.close")}
        keep={t("inbox.keepOpen")}
        form={{ call: `${call}/close`, page: here(), then: INBOX, done: "closed" }}
      >
        {t("inbox.closeText")}
      </Confirm>
    </>
  );
}

/** The foot: an answer or a note, which people who may answer write at any time. */
function Foot({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const { here, query } = usePage<typeof inboxGrammar, "id">();
  const { may } = useMine(handoff);
  if (!may) return <Answer handoff={handoff} />;
  const isNote = query.write === "note";
  return (
    <div className="ib-foot">
      <Segments
        label={t("inbox.write")}
        items={[
          { label: t("inbox.answer"), to: here({ write: undefined }), current: !isNote },
          { label: t("inbox.note"), to: here({ write: "note" }), current: isNote },
        ]}
      />
      {isNote ? <NoteForm handoff={handoff} /> : <Answer handoff={handoff} />}
    </div>
  );
}

/** The composer of who has it; else what one can do, or why one cannot. */
function Answer({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const f = useFormat();
  const { form, here, session } = usePage<typeof inboxGrammar, "id">();
  const { may, mine } = useMine(handoff);
  const path = `/api/v1/handoffs/${handoff.id}/messages`;
  if (mine && handoff.state === "call_back")
    return (
      <div className="tk-gone">
        <Notice tone="quiet" icon="phone-call">
          {handoff.phone && (
            <>
              <a href={`tel:${handoff.phone}`} dir="ltr">
                {handoff.phone}
              </a>{" "}
            </>
          )}
          {t(handoff.phone ? "inbox.callText" : "inbox.noNumber")}
        </Notice>
      </div>
    );
  if (mine) {
    const problem = form && form.problem.status >= 400 && form.problem.instance === path ? form.problem : null;
    const refused = problem ? (problem.errors?.text?.join(" ") ?? problem.detail ?? t("inbox.notSent")) : "";
    return <Composer handoff={handoff} refused={refused} />;
  }
  const isCall = handoff.state === "call_back";
  if ((handoff.state === "requested" || (isCall && !handoff.agent)) && may)
    return (
      <ActionForm
        className="ib-take row gap-12 apart"
        call={`/api/v1/handoffs/${handoff.id}/accept`}
        page={here()}
        done={isCall ? "callAccepted" : "accepted"}
      >
        <p>{t(isCall ? "inbox.takeCallText" : "inbox.takeText")}</p>
        <Button type="submit" variant="primary" icon="hand-helping">
          {t("inbox.take")}
        </Button>
      </ActionForm>
    );
  const who = handoff.agent?.name ?? t("inbox.nobody");
  if (GOES_ON.includes(handoff.state) && handoff.agent?.available === false && may)
    return (
      <>
        <ActionForm
          className="ib-take row gap-12 apart"
          call={`/api/v1/handoffs/${handoff.id}/assign`}
          page={here()}
          done="assigned"
        >
          <p>{t("inbox.offeredText", { who })}</p>
          <input type="hidden" name="agent" value={session.user?.id} />
          <Button type="submit" variant="primary" icon="hand-helping">
            {t("inbox.take")}
          </Button>
        </ActionForm>
        <Unsent id={handoff.id} />
      </>
    );
  return (
    <div className="tk-gone">
      <Notice tone="quiet" icon={handoff.state === "accepted" ? "user" : "info"}>
        {
          handoff.state === "requested" || (isCall && !handoff.agent)
            ? t("inbox.readOnly")
            : handoff.state === "accepted" || isCall
              ? t("inbox.taken", { who })
              : t(`inbox.ended.${handoff.state}`, { at: f.dateTime(handoff.ended_at) }) /* i18n: inbox.ended.* */
        }
      </Notice>
      <Unsent id={handoff.id} />
    </div>
  );
}

/** What was typed before another person took the conversation, or it ended. */
function Unsent({ id }: { id: string }) {
  const t = useText();
  const { session } = usePage();
  const [draft] = useDraft(session.user?.id ?? "", id);
  if (!draft) return null;
  return (
    <figure className="ib-unsent">
      <figcaption className="small quiet">{t("inbox.unsent")}</figcaption>
      <p dir="auto">{draft}</p>
    </figure>
  );
}
