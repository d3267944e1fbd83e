/** Issues of a working copy, each leading to where it is put right, as far as that page exists. */
import { Icon } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { codeWords } from "../../../lib/codes";
import { PageLink } from "../../../page";
import { useHasTab } from "./BotFrame";
import { placeOf, tabOf, type Issue } from "./issues";
import { useIssueWords } from "./useIssueWords";

/** The list. */
export function IssueList({ bot, issues }: { bot: string; issues: readonly Issue[] }) {
  const t = useText();
  const f = useFormat();
  const words = useIssueWords();
  const has = useHasTab();
  return (
    <ul className="fx text-13">
      {issues.map((issue, at) => (
        <li key={at} className={issue.level === "error" ? "is-error" : "is-warning"}>
          <Icon name={issue.level === "error" ? "circle-alert" : "triangle-alert"} size={16} />
          <div>
            <p>{words(issue)}</p>
            <p className="small quiet">
              {t(`bot.tab.${tabOf(issue, has)}`)}
              {issue.node && (
                <>
                  {f.comma}
                  <bdi>{codeWords(issue.node)}</bdi>
                </>
              )}
              {issue.level === "error" && ` · ${t("bot.stopsPublishing")}`}
            </p>
          </div>
          {has(tabOf(issue, has)) && (
            <PageLink to={placeOf(bot, issue, has)} aria-label={t("bot.openIssue", { what: words(issue) })}>
              {t("bot.open")}
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  );
}
