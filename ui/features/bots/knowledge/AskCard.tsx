/** Trying a question: which answer would be given, and how near the questions are. */
import { Card, Pill } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { PageLink, usePage } from "../../../page";
import { useEditor } from "../document/editor";
import { AskForm } from "../layout/AskForm";
import { understandingApi } from "../understanding/api";
import { knowledgeApi, type Found, type Hit } from "./api";

/** The card; without script the form is sent and the answer is shown this once. */
export function AskCard() {
  const t = useText();
  const { form, here } = usePage();
  const { bot } = useEditor();
  const { data: training } = understandingApi.useTrainingQuery(bot);
  const [ask, { data, error, isLoading }] = knowledgeApi.useFindAnswerMutation();
  const answer = form?.answer as Partial<Found> | undefined;
  const before = answer?.hits ? (answer as Found) : undefined;
  const lookup = data ?? before;
  return (
    <Card title={t("answers.try")} id="try" className="in-try">
      <AskForm
        className="in-line flex"
        call={`/api/v1/bots/${bot}/knowledge/search`}
        page={`${here()}#try`}
        label={t("answers.tryLabel")}
        action={t("answers.ask")}
        start={before?.query ?? form?.values["text"] ?? ""}
        busy={isLoading}
        failed={t("answers.notRead")}
        problem={error as { detail?: string } | undefined}
        onAsk={(text) => void ask({ bot, text })}
      />
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
