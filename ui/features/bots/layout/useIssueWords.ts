/** Issues of a flow in words. */
import { codeWords } from "../../../lib/codes";
import { useText } from "../../../lib/i18n";
import { useLanguagesOf } from "../document/useLanguagesOf";
import { intentOf, type Issue } from "./issues";

/** What is wrong, in the reader's language where its kind says enough; else as the check has put it. */
export function useIssueWords(): (issue: Issue) => string {
  const t = useText();
  const languagesOf = useLanguagesOf();
  return (issue) => {
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
  };
}
