/** The result of a case in a word. */
import { Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { CaseRow } from "./types";

/** How a case went last, and whether that still holds. */
export function Result({ last }: { last: CaseRow["last"] }) {
  const t = useText();
  if (!last) return <Pill tone="quiet">{t("cases.notRun")}</Pill>;
  return (
    <span className="cs-result">
      {last.stale && <Pill tone="warn">{t("cases.stale")}</Pill>}
      {last.passed ? (
        <Pill tone="good">{t("cases.passed")}</Pill>
      ) : (
        <Pill tone="bad">{t("cases.failed", { n: last.failing })}</Pill>
      )}
    </span>
  );
}
