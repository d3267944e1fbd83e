/** Questions that had no answer, those that say nearly the same in one group, and drafts of answers to them. */
import { ActionForm, Button, Card, Empty, PageLink, Pill, Trouble, useCan } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Field, TextArea } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { knowledgeGrammar } from "./query";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { Refusal } from "../../../components/forms/Refusal";
import { documentsApi, questionsOf, type Draft, type QuestionGroup } from "./api";

/** The card; with a document, only the questions nearest to it. */
export function QuestionsCard({ bot, document }: { bot: Bot; document?: string }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof knowledgeGrammar>();
  const result = documentsApi.useQuestionGroupsQuery(
    document ? { bot: bot.id, document } : { bot: bot.id, page: String(query.questions) },
  );
  const { data } = result;
  const { summary } = data ?? {};
  return (
    <Card
      id="questions"
      title={t(document ? "documents.near" : "documents.unanswered")}
      lead={
        !document &&
        summary &&
        t("documents.answeredOf", { answered: f.number(summary.answered), asked: f.number(summary.total) })
      }
    >
      <Trouble of={result} />
      {data && data.items.length === 0 && (
        <Empty icon="circle-check" title={t("documents.noQuestions")}>
          {!document && t("documents.noQuestionsText")}
        </Empty>
      )}
      <ul className="bd-list">
        {data?.items.map((group) => (
          <Group key={group.id} bot={bot} group={group} />
        ))}
      </ul>
      {!document && data && data.total > data.per && <Pagination of={data} to={(questions) => here({ questions })} />}
    </Card>
  );
}

/** One group with what can be done about it. */
function Group({ bot, group }: { bot: Bot; group: QuestionGroup }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { form, here } = usePage<typeof knowledgeGrammar>();
  const call = `${questionsOf(bot.id)}/${group.id}`;
  const draft = form?.answer as (Partial<Draft> & { of?: string }) | undefined;
  const answer = useOwnForm(`${call}/answer`);
  const isDrafted = draft?.citations !== undefined && draft.question === group.text;
  const mayChange = bot.state !== "archived" && can("update", "Text");
  const page = `${here()}#q${group.id}`;
  return (
    <li id={`q${group.id}`}>
      <p className="bd-question">
        <strong dir="auto">{group.text || t("documents.erased")}</strong>
        <b>{f.number(group.count)}</b>
      </p>
      {group.examples.length > 0 && (
        <p className="small quiet" dir="auto">
          {group.examples.map((text) => `“${text}”`).join(f.comma)}
        </p>
      )}
      <p className="row small quiet">
        <span>{t("documents.fromConversations", { n: group.conversations })}</span>
        {group.conversation && can("read", "Conversation") && (
          <PageLink to={`/reports/conversations/${group.conversation}?turn=${group.turn}#t${group.turn}`}>
            {t("documents.open")}
          </PageLink>
        )}
        {group.state !== "open" && (
          <Pill tone={group.state === "answered" ? "good" : "quiet"}>
            {t(`sources.q.${group.state}`) /* i18n: sources.q.* */}
          </Pill>
        )}
      </p>
      {mayChange && (isDrafted || answer.refused) && group.state === "open" && (
        <DraftForm call={`${call}/answer`} page={page} draft={isDrafted ? (draft as Draft) : null} group={group} />
      )}
      {mayChange && (
        <div className="row">
          {group.state === "open" && !isDrafted && (
            <ActionForm call={`${call}/draft`} page={page}>
              <Button type="submit" size="s" icon="pencil">
                {t("documents.draft")}
              </Button>
            </ActionForm>
          )}
          {(["ignore", "reopen"] as const)
            .filter((event) => group.possible.includes(event))
            .map((event) => (
              <ActionForm key={event} call={`${call}/${event}`} page={page} done={event}>
                <Button type="submit" size="s" variant="quiet">
                  {t(`documents.do.${event}`)}
                </Button>
              </ActionForm>
            ))}
        </div>
      )}
    </li>
  );
}

/** The draft, to be changed and added to the working copy. */
function DraftForm({
  call,
  page,
  draft,
  group,
}: {
  call: string;
  page: string;
  draft: Draft | null;
  group: QuestionGroup;
}) {
  const t = useText();
  const f = useFormat();
  return (
    <ActionForm call={call} page={page} done="answered" className="stack bd-draft">
      <Refusal />
      {draft && (
        <p className="small quiet" role="status">
          {draft.citations.length > 0
            ? t("documents.draftedFrom", {
                places: draft.citations
                  .map(({ title, page: number }) =>
                    number === null ? title : `${title} (${t("documents.page", { n: number })})`,
                  )
                  .join(f.comma),
              })
            : t("documents.nothingFits")}
        </p>
      )}
      <Field
        label={t("documents.question")}
        name="question"
        defaultValue={group.text}
        required
        dir="auto"
        maxLength={200}
        autoComplete="off"
      />
      <TextArea
        label={t("documents.answer")}
        name="answer"
        defaultValue={draft?.answer}
        required
        dir="auto"
        rows={4}
        maxLength={4000}
        help={t("documents.answerHelp")}
      />
      <p>
        <Button type="submit" size="s" variant="primary">
          {t("documents.addAnswer")}
        </Button>
      </p>
    </ActionForm>
  );
}
