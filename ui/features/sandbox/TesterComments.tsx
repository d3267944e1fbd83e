/** What testers have commented on a bot, and whether it is done. */
import { ActionForm, Button, Card, Icon, PageLink, Segments, Trouble, useCan } from "../../components";
import { Pagination } from "../../components/Pagination";
import { Refusal } from "../../components/forms/Refusal";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { Bot } from "../bots/catalog/api";
import { askedOf, commentsOf, linksApi, type TesterComment } from "./links";
import { COMMENT_STATES, type testersGrammar } from "./query";

/** The list, each leading to its turn in the sandbox. */
export function TesterComments({ bot }: { bot: Bot }) {
  const t = useText();
  const { query, here } = usePage<typeof testersGrammar, "id">();
  const comments = linksApi.useTestCommentsQuery(askedOf(bot.id, query).comments);
  const { data } = comments;
  return (
    <Card
      id="comments"
      flush
      title={t("testers.comments")}
      aside={
        <Segments
          label={t("testers.show")}
          items={COMMENT_STATES.map((state) => ({
            label: t(`testers.f.${state || "all"}`), // i18n: testers.f.*
            to: `${here({ state, comments: 1 })}#comments`,
            current: query.state === state,
          }))}
        />
      }
      foot={query.link && <PageLink to={`${here({ link: undefined })}#comments`}>{t("testers.allLinks")}</PageLink>}
    >
      <Trouble of={comments} />
      {data?.items.length === 0 && <p className="tt-none quiet">{t("testers.noComments")}</p>}
      <ul className="tt-list">
        {data?.items.map((comment) => (
          <Comment key={comment.id} bot={bot} comment={comment} />
        ))}
      </ul>
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ comments: page })} />}
    </Card>
  );
}

/** One comment, and whether it is done. */
function Comment({ bot, comment }: { bot: Bot; comment: TesterComment }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof testersGrammar, "id">();
  const call = `${commentsOf(bot.id)}/${comment.id}`;
  const isDone = comment.done_at !== null;
  const turn = comment.turn === 0 ? t("testers.opening") : t("testers.turn", { n: comment.turn });
  return (
    <li>
      <div>
        <Refusal call={call} />
        <p dir="auto">
          <b>{comment.text}</b>
        </p>
        <small className="quiet">
          {[comment.author || t("testers.tester"), f.dateTime(comment.created_at), comment.link_name].join(" · ")}
        </small>
        <p className="small">
          {can("read", "Sandbox") ? (
            <PageLink to={`/sandbox?id=${comment.sandbox_id}&turn=${comment.turn}#c${comment.id}`}>
              <Icon name="flask-conical" size={14} /> {turn}
            </PageLink>
          ) : (
            turn
          )}{" "}
          <bdi className="quiet">{comment.input}</bdi>
        </p>
      </div>
      <ActionForm call={call} method="PATCH" page={`${here()}#comments`} revision={String(comment.revision)}>
        <input type="hidden" name="done" value={isDone ? "false" : "true"} />
        <Button type="submit" size="s" icon={isDone ? "undo-2" : "check"}>
          {t(isDone ? "testers.reopen" : "testers.tick")}
        </Button>
      </ActionForm>
    </li>
  );
}
