/** What a card with changes says when nothing was measured in the period they would be against. */
import { useFormat, useText } from "../../../lib/i18n";
import type { Dashboard } from "./types";

/** Nothing where there is something to compare with, or no comparison is wanted. */
export function UnmeasuredNote({ data: { filters } }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const { compared } = filters;
  if (!compared || compared.measured) return null;
  return <p className="nt">{t("reports.noChanges", { from: f.date(compared.from), to: f.date(compared.to) })}</p>;
}
