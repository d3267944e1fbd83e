/** One conversation: its head, what was said, and the line for what is to be said. */
import { useEffect, useState } from "react";
import { ActionForm, Button, Icon, Notice, PageLink, Trouble } from "../../../components";
import { Person } from "../../../components/data/People";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { chatApi } from "./api";
import { Composer } from "./Composer";
import { Messages } from "./Messages";
import type { talkGrammar } from "./query";
import { BackToLists, useTitle } from "./Side";
import type { TalkPerson, TalkWindow } from "./types";
import { useSending } from "./useSending";

/** How long a message is looked at before it counts as read. */
const GLANCE_MS = 400;

/** The conversation with one person. */
export function Conversation({ id, typing }: { id: string; typing: boolean }) {
  const { query } = usePage<typeof talkGrammar, "id">();
  const args = { id, upto: query.upto, around: query.at };
  const result = chatApi.useTalkQuery(args);
  const { data } = result;
  if (!data)
    return (
      <section className="tk-talk">
        <Trouble of={result} />
      </section>
    );
  return (
    <section className="tk-talk" aria-label={data.person.full_name}>
      <Head person={data.person} typing={typing} unseen={data.unseen} />
      <Trouble of={result} />
      <Said key={`${query.upto} ${query.at}`} args={args} data={data} typing={typing} />
    </section>
  );
}

/** The messages and the composer below them. */
function Said({
  args,
  data,
  typing,
}: {
  args: { id: string; upto: string; around: string };
  data: TalkWindow;
  typing: boolean;
}) {
  const t = useText();
  const sending = useSending(data.person.id, data.at_end);
  // Where the new ones begin stays where it was when the page was opened.
  const [unread] = useState(data.unseen);
  useReading(data);
  return (
    <>
      <Messages args={args} data={data} unread={unread} sending={sending} typing={typing} />
      {data.person.is_gone ? (
        <div className="tk-gone">
          <Notice tone="quiet" icon="user">
            {t("chat.gone")}
          </Notice>
        </div>
      ) : (
        <Composer person={data.person} sending={sending} />
      )}
    </>
  );
}

/** What is seen of the newest messages counts as read after a moment. */
function useReading({ person: { id }, messages, at_end, unseen }: TalkWindow) {
  const [markRead] = chatApi.useMarkReadMutation();
  const last = messages.at(-1)?.id;
  useEffect(() => {
    if (!at_end || !unseen || !last) return;
    let clock: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(clock);
      if (document.visibilityState === "visible")
        clock = setTimeout(() => void markRead({ id, message_id: last }), GLANCE_MS);
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearTimeout(clock);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id, last, at_end, unseen, markRead]);
}

/** Who it is, what they do or that they are writing, and the way to their sheet. */
function Head({ person, typing, unseen }: { person: TalkPerson; typing: boolean; unseen: number }) {
  const t = useText();
  const does = useTitle();
  const { here } = usePage<typeof talkGrammar, "id">();
  return (
    <header className="tk-head flex gap-12">
      <BackToLists />
      <Person name={person.full_name} src={person.avatar} presence={person.status} />
      <div>
        <h1>
          <bdi>{person.full_name}</bdi>
        </h1>
        {/* i18n: data.presence.* */}
        <p>
          {typing ? (
            <span className="acc">{t("chat.typing")}</span>
          ) : (
            <>
              <bdi>{does(person)}</bdi> · {t(`data.presence.${person.status}`)}
            </>
          )}
        </p>
      </div>
      {unseen > 0 && (
        <ActionForm className="tk-unscripted" call={`/api/v1/chat/people/${person.id}/read`} page={here()} done="read">
          <Button type="submit" size="s">
            {t("chat.markRead")}
          </Button>
        </ActionForm>
      )}
      <PageLink
        to={here({ profile: true })}
        className="icon-button"
        aria-label={t("chat.profileOf", { who: person.full_name })}
        title={t("chat.profile")}
      >
        <Icon name="info" />
      </PageLink>
    </header>
  );
}
