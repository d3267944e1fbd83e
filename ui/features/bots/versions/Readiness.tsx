/** What publishing rests on beside the checks: the model, cases and the replay. */
import type { ReactNode } from "react";
import { Icon, PageLink, useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { casesApi } from "../cases/api";
import type { Bot, BotSummary } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { addressOf } from "../layout/tab";
import { understandingApi } from "../understanding/api";
import { versionsApi, type ReplayRow } from "./api";

const SIGNS = { good: "circle-check", warning: "triangle-alert", error: "circle-alert", quiet: "minus" } as const;
type Sign = keyof typeof SIGNS;

/** The lines, each with the way to what it is about. */
export function Readiness({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const can = useCan();
  const has = useHasTab();
  return (
    <ul className="fx text-13">
      {bot.approvals > 0 && <Approved bot={bot} />}
      {(summary?.inside.phrases ?? 0) > 0 && <Model bot={bot} />}
      {has("cases") && <Cases bot={bot} failed={summary?.failed_cases ?? 0} />}
      {can("read", "Conversation") && bot.live_version !== null && <Replayed bot={bot} />}
      {summary && <Reached bot={bot} summary={summary} />}
    </ul>
  );
}

/** One line with its sign. */
function Line({ sign, to, children }: { sign: Sign; to?: string; children: ReactNode }) {
  const t = useText();
  return (
    <li className={`is-${sign}`}>
      <Icon name={SIGNS[sign]} size={16} />
      <p>{children}</p>
      {to && <PageLink to={to}>{t("bot.open")}</PageLink>}
    </li>
  );
}

/** Whether the model knows the phrases; publishing trains it where it does not. */
function Model({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const { data: training } = understandingApi.useTrainingQuery(bot.id);
  if (!training) return null;
  const { state, stale, accuracy, trained_at: at, error } = training;
  const to = addressOf(bot.id, "understanding");
  if (state === "failed")
    return (
      <Line sign="warning" to={to}>
        {t("replay.ready.untrained", { reason: error ?? "" })}
      </Line>
    );
  const share = f.percent(accuracy == null ? null : accuracy * 100);
  const isReady = state === "ready" && !stale;
  return (
    <Line sign={isReady ? "good" : "quiet"} to={to}>
      {isReady ? t("replay.ready.trained", { at: f.dateTime(at), share }) : t("replay.ready.trains")}
    </Line>
  );
}

/** How many cases there are, and how many failed when they last ran. */
function Cases({ bot, failed }: { bot: Bot; failed: number }) {
  const t = useText();
  const { data } = casesApi.useCasesQuery({ bot: bot.id, page: 1 });
  if (!data?.total) return null;
  const first = failed > 0 ? data.items.find(({ last }) => last?.passed === false) : undefined;
  const areSure = data.items.every(({ last }) => last?.passed && !last.stale);
  const [sign, words]: [Sign, string] =
    failed > 0
      ? ["error", t("replay.ready.failed", { n: failed, of: data.total })]
      : [areSure ? "good" : "quiet", t("replay.ready.cases", { n: data.total })];
  return (
    <Line sign={sign} to={path(addressOf(bot.id, "cases"), { case: first?.id })}>
      {words}
    </Line>
  );
}

/** What the newest replay of this working copy came to. */
function Replayed({ bot }: { bot: Bot }) {
  const t = useText();
  const { data } = versionsApi.useReplaysQuery(bot.id);
  if (!data) return null;
  const replay = data.items.find(({ state, current }) => state === "ready" && current);
  if (!replay)
    return bot.replay_required ? (
      <Line sign="error" to="#replay">
        {t("replay.ready.needsReplay")}
      </Line>
    ) : (
      <Line sign="quiet">{t("replay.none")}</Line>
    );
  const to = path(addressOf(bot.id, "versions"), { replay: replay.id });
  return (
    <Line sign={signOf(replay)} to={to}>
      {t("replay.title")} <b>{t(`replay.v.${replay.verdict}`) /* i18n: replay.v.* */}</b>
      {replay.open > 0 && <> · {t("replay.openGroups", { n: replay.open })}</>}
    </Line>
  );
}

/** How many people have approved the working copy. */
function Approved({ bot }: { bot: Bot }) {
  const t = useText();
  const { data } = versionsApi.useReviewsQuery(bot.id);
  if (!data) return null;
  const review = data.items.find(({ state, current }) => current && (state === "requested" || state === "approved"));
  return (
    <Line sign={review?.state === "approved" ? "good" : "error"} to="#review">
      {t("versions.review.count", { n: review?.approvals.length ?? 0, of: bot.approvals })}
    </Line>
  );
}

/** Whether people can reach the bot: what its accounts suffer from, or that it has no way in. */
function Reached({ bot, summary }: { bot: Bot; summary: BotSummary }) {
  const t = useText();
  const n = summary.pressing_accounts ?? 0;
  const isUnreachable = summary.is_reachable === false;
  return isUnreachable || n > 0 ? (
    <Line sign="warning" to={addressOf(bot.id, "channels")}>
      {isUnreachable ? t("replay.ready.unreachable") : t("replay.ready.accounts", { n })}
    </Line>
  ) : null;
}

/** How much a replay is in the way. */
const signOf = ({ verdict, open }: ReplayRow): Sign =>
  verdict === "red" ? "error" : open > 0 || verdict !== "green" ? "warning" : "good";
