/** That a report is shown as a snapshot has kept it. */
import { LinkButton, Notice } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import type { Shown } from "./types";

/** When it was frozen, what has changed since, and the way to the live report. */
export default function Frozen({ frozen }: { frozen: NonNullable<Shown["frozen"]> }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof reportQuery>();
  return (
    <Notice
      tone="quiet"
      icon="lock"
      title={t("reports.frozen", { time: f.dateTime(frozen.at), by: `\u2068${frozen.by}\u2069` })}
      actions={
        <>
          <LinkButton size="s" to={`/reports/snapshots?changes=${frozen.id}`}>
            {t("reports.since")}
          </LinkButton>
          <LinkButton size="s" to={here({ snap: undefined })}>
            {t("reports.live")}
          </LinkButton>
        </>
      }
    >
      {t(frozen.superseded ? "reports.superseded" : "reports.frozenText")}
    </Notice>
  );
}
