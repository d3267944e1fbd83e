/** One conversation: its head with what can be done, what was said, and the answer or the way to it. */
import { ActionForm, Avatar, Button, Icon, Notice, PageLink, Trouble, useCan } from "../../components";
import { Confirm } from "../../components/dialogs/Confirm";
import { DialogButton } from "../../components/dialogs/buttons";
import { useFormat, useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { usePage } from "../../page";
import { Contact } from "./About";
import { inboxApi } from "./api";
import { Composer } from "./Composer";
import { Due } from "./Due";
import type { inboxGrammar } from "./query";
import { Thread } from "./Thread";
import { INBOX, type HandoffDetail } from "./types";

const CLOSE = "ib-close";

/** The conversation and, where there is room, who it is with. */
export function Conversation({ id, now }: { id: string; now: number }) {
  const t = useText();
  const asked = inboxApi.useHandoffQuery(id);
  const { data } = asked;
  if (!data)
    return (
      <section className="tk-talk">
        <Trouble of={asked} />
      </section>
    );
  return (
    <>
      <section className="tk-talk" aria-label={data.contact.name || t("inbox.nobody")}>
        <Head handoff={data} now={now} />
        <Trouble of={asked} />
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
    mine: may && handoff.state === "accepted" && handoff.agent?.id === session.user?.id,
  };
}

/** Why something other than an answer was refused. */
function Refused({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const { form } = usePage();
  const said = `/api/v1/handoffs/${handoff.id}/messages`;
  if (!form || form.problem.status < 400 || form.problem.instance === said) return null;
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
  const { mine } = useMine(handoff);
  const call = `/api/v1/handoffs/${handoff.id}`;
  const list = path(INBOX, { state: query.state === "open" ? undefined : query.state });
  const name = handoff.contact.name || t("inbox.nobody");
  return (
    <header className="tk-head ib-head">
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
      {mine && (
        <div className="ib-acts">
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
        </div>
      )}
    </header>
  );
}

/** The composer of who has it; else what one can do, or why one cannot. */
function Foot({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const f = useFormat();
  const { form, here } = usePage<typeof inboxGrammar, "id">();
  const { may, mine } = useMine(handoff);
  const said = `/api/v1/handoffs/${handoff.id}/messages`;
  if (mine) {
    const problem = form && form.problem.status >= 400 && form.problem.instance === said ? form.problem : null;
    const refused = problem ? (problem.errors?.text?.join(" ") ?? problem.detail ?? t("inbox.notSent")) : "";
    return <Composer handoff={handoff} refused={refused} />;
  }
  if (handoff.state === "requested" && may)
    return (
      <ActionForm className="ib-take" call={`/api/v1/handoffs/${handoff.id}/accept`} page={here()} done="accepted">
        <p>{t("inbox.takeText")}</p>
        <Button type="submit" variant="primary" icon="hand-helping">
          {t("inbox.take")}
        </Button>
      </ActionForm>
    );
  return (
    <div className="tk-gone">
      <Notice tone="quiet" icon={handoff.state === "accepted" ? "user" : "info"}>
        {
          handoff.state === "requested"
            ? t("inbox.readOnly")
            : handoff.state === "accepted"
              ? t("inbox.taken", { who: handoff.agent?.name ?? t("inbox.nobody") })
              : t(`inbox.ended.${handoff.state}`, { at: f.dateTime(handoff.ended_at) }) /* i18n: inbox.ended.* */
        }
      </Notice>
    </div>
  );
}
