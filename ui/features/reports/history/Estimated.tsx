/** The sign before a time or a duration that an import has estimated. */
import { useText } from "../../../lib/i18n";

/** Nothing where times were measured. */
export function Estimated({ row }: { row: { estimated: boolean } }) {
  const t = useText();
  if (!row.estimated) return null;
  return (
    <abbr className="est" title={t("conversations.estimatedTime")}>
      ≈{" "}
    </abbr>
  );
}
