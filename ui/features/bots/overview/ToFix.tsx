/** What is wrong with the working copy, errors first, each with the place where it is put right. */
import { Card, Icon } from "../../../components";
import { useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import type { Bot, BotSummary } from "../catalog/api";
import { useHasTab } from "../layout/BotFrame";
import { IssueList } from "../layout/IssueList";
import { addressOf } from "../layout/tab";

const MOST = 6;

/** The card; nothing to fix is said. */
export function ToFix({ bot, summary }: { bot: Bot; summary: BotSummary }) {
  const t = useText();
  const has = useHasTab();
  const { errors, warnings } = summary;
  const issues = [...errors, ...warnings];
  const others = [
    { tab: "cases" as const, n: summary.failed_cases, text: "overview.failedCases" },
    { tab: "texts" as const, n: summary.stale_texts, text: "overview.staleTexts" },
  ].filter(({ tab, n }) => n > 0 && has(tab));
  return (
    <Card
      title={t("overview.toFix")}
      lead={
        issues.length > 0 && (
          <>
            {errors.length > 0 && <span className="wrong bad">{t("bot.errors", { n: errors.length })}</span>}{" "}
            {warnings.length > 0 && <span className="wrong warn">{t("bot.warnings", { n: warnings.length })}</span>}
          </>
        )
      }
      foot={
        issues.length > MOST &&
        (has("versions") ? (
          <PageLink to={`${addressOf(bot.id, "versions")}#publish`}>
            {t("overview.moreIssues", { n: issues.length - MOST })}
          </PageLink>
        ) : (
          t("overview.moreIssues", { n: issues.length - MOST })
        ))
      }
    >
      {issues.length > 0 ? (
        <IssueList bot={bot.id} issues={issues.slice(0, MOST)} />
      ) : others.length > 0 ? null : (
        <p className="quiet fx-none">
          <Icon name="circle-check" size={16} /> {t("overview.nothingToFix")}
        </p>
      )}
      {others.length > 0 && (
        <ul className="fx text-13">
          {others.map(({ tab, n, text }) => (
            <li key={tab} className="is-warning">
              <Icon name="triangle-alert" size={16} />
              <div>
                {/* i18n: overview.failedCases overview.staleTexts bot.tab.* */}
                <p>{t(text, { n })}</p>
                <p className="small quiet">{t(`bot.tab.${tab}`)}</p>
              </div>
              <PageLink to={addressOf(bot.id, tab)} aria-label={t("bot.openIssue", { what: t(text, { n }) })}>
                {t("bot.open")}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
