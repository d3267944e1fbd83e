/** Trying a question: which answer would be given, and how near the questions are. */
import { useId, useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Notice, Pill } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { PageLink, usePage } from "../../../page";
import { useEditor } from "../document/editor";
import { understandingApi } from "../understanding/api";
import { knowledgeApi, type Found, type Hit } from "./api";

/** The card; without script the form is sent and the answer is shown this once. */
export function AskCard() {
  const t = useText();
  const id = useId();
  const { form, here } = usePage();
  const { bot } = useEditor();
  const { data: training } = understandingApi.useTrainingQuery(bot);
  const [ask, { data, error, isLoading }] = knowledgeApi.useFindAnswerMutation();
  const answer = form?.answer as Partial<Found> | undefined;
  const before = answer?.hits ? (answer as Found) : undefined;
  const [text, setText] = useState(before?.query ?? form?.values["text"] ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) void ask({ bot, text: text.trim() });
  };
  const lookup = data ?? before;
  const problem = error as { detail?: string } | undefined;
  return (
    <Card title={t("answers.try")} id="try" className="in-try">
      <ActionForm
        className="in-line flex"
        call={`/api/v1/bots/${bot}/knowledge/search`}
        page={`${here()}#try`}
        onSubmit={send}
      >
        <label className="sr" htmlFor={id}>
          {t("answers.tryLabel")}
        </label>
        <input
          id={id}
          className="input"
          name="text"
          dir="auto"
          maxLength={2000}
          required
          autoComplete="off"
          placeholder={t("answers.tryLabel")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" busy={isLoading}>
          {t("answers.ask")}
        </Button>
      </ActionForm>
      {problem && (
        <Notice tone="bad" title={t("answers.notRead")}>
          {problem.detail ?? t("controls.noConnection")}
        </Notice>
      )}
      {lookup && <Answer lookup={lookup} />}
      {training?.stale && (
        <p className="small quiet">
          {t("answers.stale")} <PageLink to={`/admin/bots/${bot}/understanding`}>{t("answers.training")}</PageLink>
        </p>
      )}
    </Card>
  );
}

/** The answer that would be given, or the nearest question and why it is not near enough. */
function Answer({ lookup }: { lookup: Found }) {
  const t = useText();
  const f = useFormat();
  const two = (score: number) => f.percent(score * 100, 0);
  const best = lookup.hits.find(({ document }) => document === null);
  const passages = lookup.hits.filter(({ document }) => document !== null);
  return (
    <div className="fl-stack" role="status">
      <p className="row">
        <Pill tone={lookup.answer ? "good" : "quiet"}>{t(lookup.answer ? "answers.answers" : "answers.noAnswer")}</Pill>
        {/* i18n: answers.by.* */}
        {best && <span className="small quiet">{t(`answers.by.${lookup.by}`)}</span>}
      </p>
      {best ? (
        <>
          <p className="small">
            {lookup.threshold === null
              ? t("answers.nearest", { question: best.title, score: two(best.score) })
              : t(best.score >= lookup.threshold ? "answers.nearEnough" : "answers.notNear", {
                  question: best.title,
                  score: two(best.score),
                  threshold: two(lookup.threshold),
                })}
          </p>
        </>
      ) : (
        passages.length === 0 && <p className="small">{t("answers.nothing")}</p>
      )}
      {lookup.answer && (
        <p className="bd-answer" dir="auto">
          {lookup.answer.text}
        </p>
      )}
      {passages.length > 0 && <Passages lookup={lookup} passages={passages} />}
    </div>
  );
}

/** The passages that were found, the cited one marked, those below the score that answers hollow. */
function Passages({ lookup, passages }: { lookup: Found; passages: readonly Hit[] }) {
  const t = useText();
  const f = useFormat();
  const { bot } = useEditor();
  const cited = new Set(lookup.answer?.citations.map(({ passage }) => passage));
  const enough = lookup.passage_threshold ?? 0;
  return (
    <>
      <p className="row">
        <strong>{t("documents.found")}</strong>
        <span className="small quiet">{t("documents.from", { score: f.percent(enough * 100, 0) })}</span>
      </p>
      <ol className="bd-hits">
        {passages.map((hit) => (
          <li key={hit.passage} className={hit.score >= enough ? "bd-hit" : "bd-hit low"}>
            <p className="bd-passage-head">
              <PageLink to={path(`/admin/bots/${bot}/knowledge`, { document: hit.document, passage: hit.passage })}>
                <bdi>{hit.title}</bdi>
              </PageLink>
              <span className="small quiet">
                {hit.page !== null && `${t("documents.page", { n: hit.page })} · `}
                {f.percent(hit.score * 100, 0)}
              </span>
            </p>
            <p className="small" dir="auto">
              {hit.text}
            </p>
            {(cited.has(hit.passage) || hit.stale) && (
              <p className="row">
                {cited.has(hit.passage) && <Pill tone="good">{t("documents.citedMark")}</Pill>}
                {hit.stale && <Pill tone="warn">{t("documents.staleMark")}</Pill>}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
