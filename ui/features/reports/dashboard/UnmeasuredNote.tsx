/** What a card with changes says when nothing was measured in the period they would be against. */
import { useFormat, useText } from "../../../lib/i18n";
import type { Dashboard } from "./types";

/** The dates of the compared period. */
export function UnmeasuredNote({ compared }: { compared: NonNullable<Dashboard["filters"]["compared"]> }) {
  const t = useText();
  const f = useFormat();
  return <p className="nt">{t("parts.noChanges", { from: f.date(compared.from), to: f.date(compared.to) })}</p>;
}
