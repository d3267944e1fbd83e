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
      {issues.length === 0 ? (
        <p className="quiet fx-none">
          <Icon name="circle-check" size={16} /> {t("overview.nothingToFix")}
        </p>
      ) : (
        <IssueList bot={bot.id} issues={issues.slice(0, MOST)} />
      )}
    </Card>
  );
}
