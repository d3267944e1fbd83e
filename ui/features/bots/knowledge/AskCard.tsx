/** Trying a question: which answer would be given, and how near the questions are. */
import { useId, useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Notice, Pill } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import { useEditor } from "../document/editor";
import { understandingApi } from "../understanding/api";
import { knowledgeApi, type Found } from "./api";

/** The card; without script the form is sent and the answer is shown this once. */
export function AskCard() {
  const t = useText();
  const id = useId();
  const { form, here } = usePage();
  const { bot } = useEditor();
  const { data: training } = understandingApi.useTrainingQuery(bot);
  const [ask, { data, error, isLoading }] = knowledgeApi.useFindAnswerMutation();
  const told = form?.answer as Partial<Found> | undefined;
  const before = told?.hits ? (told as Found) : undefined;
  const [text, setText] = useState(before?.query ?? form?.values["text"] ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) void ask({ bot, text: text.trim() });
  };
  const found = data ?? before;
  const problem = error as { detail?: string } | undefined;
  return (
    <Card title={t("answers.try")} id="try" className="in-try">
      <ActionForm
        className="in-line"
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
        <Notice tone="bad" title={t("understanding.notRead")}>
          {problem.detail ?? t("controls.noConnection")}
        </Notice>
      )}
      {found && <Answer found={found} />}
      {training?.stale && (
        <p className="small quiet">
          {t("understanding.stale")}{" "}
          <PageLink to={`/admin/bots/${bot}/understanding`}>{t("understanding.training")}</PageLink>
        </p>
      )}
    </Card>
  );
}

/** The answer that would be given, or the nearest question and why it is not near enough. */
function Answer({ found }: { found: Found }) {
  const t = useText();
  const f = useFormat();
  const two = (score: number) => f.percent(score * 100, 0);
  const [best] = found.hits;
  return (
    <div className="fl-stack" role="status">
      <p className="row">
        <Pill tone={found.answer ? "good" : "quiet"}>{t(found.answer ? "answers.answers" : "answers.noAnswer")}</Pill>
        {/* i18n: answers.by.* */}
        <span className="small quiet">{t(`answers.by.${found.by}`)}</span>
      </p>
      {best ? (
        <>
          <p className="small">
            {found.threshold === null
              ? t("answers.nearest", { question: best.title, score: two(best.score) })
              : t(found.answer ? "answers.nearEnough" : "answers.notNear", {
                  question: best.title,
                  score: two(best.score),
                  threshold: two(found.threshold),
                })}
          </p>
          {found.answer && <p dir="auto">{found.answer.text}</p>}
        </>
      ) : (
        <p className="small">{t("answers.nothing")}</p>
      )}
    </div>
  );
}
