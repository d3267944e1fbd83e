/** Issues of a working copy, each leading to where it is put right, as far as that page exists. */
import { Icon } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import { codeWords } from "../../../lib/codes";
import { PageLink } from "../../../page";
import { useLanguagesOf } from "../document/useLanguagesOf";
import { useHasTab } from "./BotFrame";
import { intentOf, placeOf, tabOf, type Issue } from "./issues";

/** The list. */
export function IssueList({ bot, issues }: { bot: string; issues: readonly Issue[] }) {
  const t = useText();
  const f = useFormat();
  const languagesOf = useLanguagesOf();
  const has = useHasTab();
  return (
    <ul className="fx text-13">
      {issues.map((issue, at) => (
        <li key={at} className={issue.level === "error" ? "is-error" : "is-warning"}>
          <Icon name={issue.level === "error" ? "circle-alert" : "triangle-alert"} size={16} />
          <div>
            <p>{words(issue, t, languagesOf)}</p>
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
            <PageLink
              to={placeOf(bot, issue, has)}
              aria-label={t("bot.openIssue", { what: words(issue, t, languagesOf) })}
            >
              {t("bot.open")}
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is wrong, in the reader's language where its kind says enough; else as the check has put it. */
function words(issue: Issue, t: TextFunction, languagesOf: (message: string) => string): string {
  const key = `issues.${issue.code}`; // i18n: issues.*
  const intent = intentOf(issue);
  const isAbout = issue.node !== null || intent !== undefined || issue.code === "missing_goal";
  const labels = {
    node: codeWords(issue.node ?? ""),
    intent: codeWords(intent ?? ""),
    languages: languagesOf(issue.message),
    secret: issue.message.split(/[“”]/)[1] ?? "",
  };
  return isAbout && t(key) !== key ? t(key, labels) : issue.message;
}
