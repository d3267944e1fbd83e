/** A report that is old, has nothing in its range, has no data at all, or could not be read. */
import { Can, Empty, LinkButton, Notice, PageHead, ProblemNotice } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { reportQuery } from "../filters/query";
import type { Shown } from "./types";

/** When nothing newer has come in for long, or none could be read, the figures say how old they are. */
export function Age({ data, isLast }: { data: Shown; isLast: boolean }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const age = Date.parse(session.now) - Date.parse(data.as_of!);
  if (data.frozen) return null;
  return (
    <Notice
      tone="warn"
      icon="history"
      title={t("reports.staleTitle", { time: f.dateTime(data.as_of, data.filters.zone), age: f.duration(age) })}
    >
      {data.stale && t("reports.storedText", { age: f.duration((data.age_s ?? 0) * 1000) })}
      {!data.stale && t(isLast ? "reports.lastText" : "reports.staleText")}
    </Notice>
  );
}

/** A range without sessions: zeroes stay zeroes, and one step leads out. */
export function NothingHere({ data }: { data: Shown }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof reportQuery>();
  return (
    <Notice
      tone="info"
      title={t("reports.rangeEmptyTitle")}
      actions={
        <>
          {data.excluded.estimated > 0 && (
            <LinkButton to={here({ data: "all" })} size="s">
              {t("reports.includeEstimated", { n: data.excluded.estimated })}
            </LinkButton>
          )}
          <LinkButton to={here({ r: "all", g: undefined })} size="s">
            {t("reports.showAll")}
          </LinkButton>
          <LinkButton to={here({}, { reset: true })} size="s" variant="quiet">
            {t("reports.clearFilters")}
          </LinkButton>
        </>
      }
    >
      {t("reports.rangeEmptyText", { from: f.date(data.filters.from), to: f.date(data.filters.to) })}
    </Notice>
  );
}

/** A workspace without any conversation: what will be here, and the one step that fills it. */
export function FirstUse({ title }: { title: string }) {
  const t = useText();
  return (
    <>
      <PageHead title={title} />
      <Empty
        icon="activity"
        title={t("reports.emptyTitle")}
        actions={
          <Can I="create" a="Import">
            <LinkButton to="/admin/import" variant="primary" icon="upload">
              {t("reports.emptyAction")}
            </LinkButton>
          </Can>
        }
      >
        {t("reports.emptyText")}
      </Empty>
    </>
  );
}

/** What failed, and who can help. */
export function Failed({ title, error, retry }: { title: string; error: unknown; retry: () => void }) {
  const t = useText();
  return (
    <>
      <PageHead title={title} />
      {(error as { status?: number }).status === 403 ? (
        <Empty icon="lock" title={t("reports.noAccessTitle")}>
          {t("reports.noAccessText")}
        </Empty>
      ) : (
        <ProblemNotice problem={error} retry={retry} />
      )}
    </>
  );
}
