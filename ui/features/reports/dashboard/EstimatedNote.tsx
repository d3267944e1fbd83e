/** What a card below the key figures says when sessions at estimated times are counted in it. */
import { useText } from "../../../lib/i18n";
import type { Dashboard } from "./types";

/** Nothing where all times were measured. */
export function EstimatedNote({ data }: { data: Dashboard }) {
  const t = useText();
  const n = data.included.estimated;
  return n > 0 && <p className="nt">≈ {t("parts.estimatedIn", { n })}</p>;
}
