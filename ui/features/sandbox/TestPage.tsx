/** The page of a tester's link: the chat alone, and what is wrong with a turn. */
import { ActionForm, Button, Icon, PageLink } from "../../components";
import { Field, TextArea } from "../../components/fields";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { chatOf, linksApi, testOf, type TesterChat } from "./links";
import { Phone } from "./Phone";
import type { testGrammar } from "./query";
import type { SandboxInput } from "./types";
import "./sandbox.css";
import "./testers.css";

/** What the link is for, and the conversation or the way to begin one. */
export default function TestPage() {
  const t = useText();
  const f = useFormat();
  const { params, query } = usePage<typeof testGrammar, "token">();
  const { token } = params;
  const { data: card } = linksApi.useTestQuery(token);
  const { data: chat } = linksApi.useTestChatQuery({ token, chat: query.chat }, { skip: !query.chat });
  if (!card) return null;
  return (
    <div className="wide tt">
      <header>
        <h1>{t("testers.tryTitle", { bot: `\u2068${card.bot_name}\u2069` })}</h1>
        <p className="quiet">{t("testers.tryLead", { until: f.dateTime(card.expires_at) })}</p>
      </header>
      <PageRefusal />
      {chat ? <Chat chat={chat} /> : <Begin />}
    </div>
  );
}

/** The form that begins a conversation. */
function Begin() {
  const t = useText();
  const { params, here } = usePage<typeof testGrammar, "token">();
  const call = `${testOf(params.token)}/chats`;
  return (
    <ActionForm
      call={call}
      page={here()}
      then={`/test/${encodeURIComponent(params.token)}?chat={id}#say`}
      className="tt-begin stack"
    >
      <Field
        label={t("testers.yourName")}
        help={t("testers.yourNameHelp")}
        name="name"
        maxLength={60}
        autoComplete="given-name"
        dir="auto"
      />
      <Button type="submit" variant="primary" size="l">
        {t("testers.begin")}
      </Button>
      <p className="small quiet">{t("testers.privacy")}</p>
    </ActionForm>
  );
}

/** The phone, and beside it what the tester has commented. */
function Chat({ chat }: { chat: TesterChat }) {
  const t = useText();
  const { params, query, here } = usePage<typeof testGrammar, "token">();
  const [say, sending] = linksApi.useTestSayMutation();
  const own = { token: params.token, chat: query.chat };
  const send = (input: SandboxInput) => say({ ...own, input }).unwrap();
  const count = (number: number) => chat.comments.filter(({ turn }) => turn === number).length;
  return (
    <div className="tt-both">
      <Phone
        data={chat}
        after={(number) => (
          <PageLink
            className="tt-wrong small"
            to={`${here({ on: number + 1 })}#comment`}
            aria-label={number === 0 ? t("testers.commentOpening") : t("testers.commentTurn", { n: number })}
          >
            <Icon name="message-circle" size={14} /> {t("testers.whatIsWrong")}
            {count(number) > 0 && <span className="count">{count(number)}</span>}
          </PageLink>
        )}
        current={query.on > 0 ? query.on - 1 : undefined}
        answering={{
          call: `${chatOf(own)}/messages`,
          page: here({ on: 0 }),
          send,
          busy: sending.isLoading,
          error: sending.error as unknown,
        }}
      />
      <section className="tt-side" id="comment">
        {query.on > 0 && query.on <= chat.turns.length + 1 ? (
          <NewComment chat={chat} number={query.on - 1} />
        ) : (
          <p className="quiet">{t("testers.howTo")}</p>
        )}
        <Comments chat={chat} />
        <PageLink to={here({ chat: undefined, on: 0 })}>{t("testers.again")}</PageLink>
      </section>
    </div>
  );
}

/** What is wrong with a turn, and who says so. */
function NewComment({ chat, number }: { chat: TesterChat; number: number }) {
  const t = useText();
  const { params, query, here } = usePage<typeof testGrammar, "token">();
  const call = `${chatOf({ token: params.token, chat: query.chat })}/comments`;
  const turn = chat.turns.find((turn) => turn.number === number);
  return (
    <ActionForm call={call} page={here()} then={`${here({ on: 0 })}#comment`} className="stack" key={number}>
      <h2>{turn ? t("testers.onTurn", { n: number }) : t("testers.onOpening")}</h2>
      {turn && (
        <blockquote dir="auto" className="quiet">
          {turn.messages.map(({ text }) => text).find(Boolean) ?? turn.input}
        </blockquote>
      )}
      <input type="hidden" name="turn" value={number} />
      <TextArea label={t("testers.whatIsWrong")} name="text" required maxLength={1000} dir="auto" />
      <Field
        label={t("testers.author")}
        name="author"
        defaultValue={chat.comments.at(-1)?.author}
        maxLength={60}
        autoComplete="name"
        dir="auto"
      />
      <div className="row">
        <Button type="submit" variant="primary">
          {t("testers.sendComment")}
        </Button>
        <PageLink className="button quiet" to={here({ on: 0 })}>
          {t("testers.cancel")}
        </PageLink>
      </div>
    </ActionForm>
  );
}

/** What the tester has commented so far. */
function Comments({ chat }: { chat: TesterChat }) {
  const t = useText();
  const f = useFormat();
  if (chat.comments.length === 0) return null;
  return (
    <>
      <h2>{t("testers.yours")}</h2>
      <ul className="tt-comments rows gap-12">
        {chat.comments.map((comment, at) => (
          <li key={at}>
            <p dir="auto">{comment.text}</p>
            <small className="quiet">
              {[
                comment.turn === 0 ? t("testers.opening") : t("testers.turn", { n: comment.turn }),
                comment.author,
                f.dateTime(comment.created_at),
              ]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
