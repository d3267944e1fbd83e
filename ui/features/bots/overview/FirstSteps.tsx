/** What a bot that was never live needs before it can answer, in order. */
import { Card, Icon, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { addressOf, type Tab } from "../layout/tab";

const STEPS: readonly { id: string; tab: Tab; at?: string }[] = [
  { id: "flow", tab: "flow" },
  { id: "understanding", tab: "understanding" },
  { id: "cases", tab: "cases" },
  { id: "publish", tab: "versions", at: "#publish" },
  { id: "channels", tab: "channels" },
];

/** The card; what is done has a check mark. */
export function FirstSteps({ bot, summary }: { bot: Bot; summary: BotSummary }) {
  const t = useText();
  const can = useCan();
  const has = useHasTab();
  if (bot.live_version !== null || bot.state === "archived" || !can("update", "Bot")) return null;
  const done: Readonly<Record<string, boolean>> = {
    flow: summary.errors.length === 0,
    understanding: summary.inside.intents > 0,
  };
  return (
    <Card title={t("overview.firstSteps")} lead={t("overview.firstStepsLead")}>
      <ol className="fx text-13">
        {STEPS.filter(({ tab }) => has(tab)).map(({ id, tab, at = "" }) => (
          <li key={id}>
            <Icon name={done[id] ? "circle-check" : "circle"} size={16} />
            <div>
              {/* i18n: overview.step.* overview.stepHelp.* */}
              <p>
                {t(`overview.step.${id}`)}
                {done[id] && <span className="sr"> {t("overview.stepDone")}</span>}
              </p>
              <p className="small quiet">{t(`overview.stepHelp.${id}`)}</p>
            </div>
            <PageLink
              to={addressOf(bot.id, tab) + at}
              aria-label={t("bot.openIssue", { what: t(`overview.step.${id}`) })}
            >
              {t("bot.open")}
            </PageLink>
          </li>
        ))}
      </ol>
    </Card>
  );
}
