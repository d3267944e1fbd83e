/** How well a bot's knowledge answers: shares of seven days beside those before, and what is past its review. */
import { Delta } from "../../../components/charts/Delta";
import { Stat, Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import type { Shape } from "../../../api";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { documentsApi } from "./api";
import type { knowledgeGrammar } from "./query";

/** Below so many a share is a count of a count, and has no change. */
const SMALL = 30;

/** The strip; nothing where the bot has no documents and nobody asked anything. */
export function KnowledgeFigures({ bot }: { bot: Bot }) {
  const t = useText();
  const { query } = usePage<typeof knowledgeGrammar>();
  const questions = documentsApi.useQuestionGroupsQuery({ bot: bot.id, page: String(query.questions) });
  const documents = documentsApi.useDocumentsQuery({
    bot: bot.id,
    q: query.q,
    use: query.use,
    page: String(query.page),
  });
  const { shares } = questions.data ?? {};
  const { totals } = documents.data ?? {};
  if (!shares || !totals || (totals.documents === 0 && shares.every((share) => share.den === 0))) return null;
  return (
    <Stats label={t("documents.figures")}>
      {shares.map((share) => (
        <Share key={share.id} share={share} />
      ))}
      <PastReview totals={totals} />
    </Stats>
  );
}

/** One share with its change and course. */
function Share({ share }: { share: Shape<"QuestionShare"> }) {
  const t = useText();
  const f = useFormat();
  const { id, num, den, num_before, den_before, days } = share;
  const percent = (part: number, whole: number) => Math.round((part * 1000) / whole) / 10;
  const isFew = den < SMALL;
  const change =
    isFew || den_before < SMALL ? null : Math.round((percent(num, den) - percent(num_before, den_before)) * 10) / 10;
  const counts = { num: f.number(num), den: f.number(den) };
  return (
    <Stat
      label={t(`documents.s.${id}`) /* i18n: documents.s.* */}
      value={den === 0 ? "–" : isFew ? t("common.outOf", counts) : f.percent(percent(num, den))}
      weak={isFew}
      delta={
        <Delta
          value={change}
          text={t("documents.points", { n: f.number(Math.abs(change ?? 0), { digits: 1 }) })}
          spoken={t((change ?? 0) > 0 ? "documents.more" : "documents.less")}
        />
      }
      note={t(`documents.${den === 0 ? "sNone" : "sOf"}.${id}`, counts)} // i18n: documents.sNone.* documents.sOf.*
      spark={days}
    />
  );
}

/** How many documents are past their review, and the one that is longest. */
function PastReview({ totals }: { totals: Shape<"DocumentTotals"> }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof knowledgeGrammar>();
  const { stale, answering, most_overdue: worst } = totals;
  return (
    <Stat
      label={t("documents.pastReview")}
      value={stale === 0 ? f.number(0) : t("common.outOf", { num: f.number(stale), den: f.number(answering) })}
      {...(worst && { to: here({ document: worst.id, use: undefined, show: undefined, page: undefined }) })}
      {...(worst && { opens: t("documents.opensOverdue", { title: worst.title }) })}
      note={
        worst?.review_by
          ? t("documents.overdueSince", { title: worst.title, day: f.date(worst.review_by) })
          : t("documents.noneOverdue")
      }
    />
  );
}
