/** What every report has around its figures: title, filters, notices, key figures, and how old they are. */
import type { ReactNode } from "react";
import type { Shape } from "../../../api";
import { Can, Empty, LinkButton, Notice, PageHead, ProblemNotice } from "../../../components";
import { BytesUsed } from "../../../components/BytesUsed";
import { SwitchLink } from "../../../components/SwitchLink";
import { Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { KeyFigure } from "../cards/KeyFigure";
import type { reportQuery } from "../filters/query";
import { FilterBar } from "./FilterBar";

// What few addresses and few readers see.
const Clipped = later(() => import("../filters/Clipped"), "Clipped");
const Gone = later(() => import("../filters/Gone"), "Gone");

/** Data older than this says so above the figures. */
const STALE_MS = 24 * 3600_000;

/** What the documents of all reports have in common. */
export type Shown = Omit<Shape<"Report">, "figures">;

interface Props {
  title: string;
  data: Shown;
  /** Nothing happened in the range. */
  isEmpty: boolean;
  /** The ability that exports are of, and the address of the file with all of it. */
  subject: string;
  file: string;
  /** Views of the report, above its filters. */
  tabs?: ReactNode;
  /** Between the filters and the key figures. */
  now?: ReactNode;
  children: ReactNode;
}

/** The page of a report that has data. */
export function ReportShell({ title, data, isEmpty, subject, file, tabs, now, children }: Props) {
  const t = useText();
  const { query, extra, here } = usePage<typeof reportQuery>();
  return (
    <>
      <Head title={title} data={data} subject={subject} file={file} />
      {tabs}
      <FilterBar data={data} />
      {extra.length > 0 && <Notice tone="quiet" title={t("reports.unknownKeys", { keys: extra.join(", ") })} />}
      {data.filters.gone.length > 0 && (
        <Gone gone={data.filters.gone} bot={query.bot} out={query.out} to={(rest) => here(rest)} />
      )}
      {data.filters.clipped && <Clipped clipped={data.filters.clipped} />}
      {now}
      <Age data={data} />
      {isEmpty && <NothingHere data={data} />}
      <Stats label={t("reports.cards")}>
        {data.cards.map((card) => (
          <KeyFigure key={card.id} card={card} currency={data.currency} />
        ))}
      </Stats>
      <div className="grid12">{children}</div>
      <Foot data={data} />
    </>
  );
}

/** Title, whose numbers these are, and the download. */
function Head({ title, data, subject, file }: Pick<Props, "title" | "data" | "subject" | "file">) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const lead = [
    session.workspace?.name,
    data.filters.zone,
    t("reports.asOf", { time: f.time(data.as_of, data.filters.zone) }),
  ];
  return (
    <PageHead
      title={title}
      lead={lead.filter(Boolean).join(" · ")}
      actions={
        <>
          <Trust data={data} />
          <Can I="export" a={subject}>
            <LinkButton to={file} icon="download" download>
              {t("reports.export")}
            </LinkButton>
          </Can>
        </>
      }
    />
  );
}

/**
 * The switch that leaves out conversations at estimated times, and how many figures rest on other than measured data.
 */
function Trust({ data }: { data: Shown }) {
  const t = useText();
  const { query, here } = usePage<typeof reportQuery>();
  const measured = query.data === "measured";
  const mixed = data.cards.filter((card) => card.marks.includes("estimated") || card.marks.includes("imported")).length;
  return (
    <>
      <SwitchLink on={measured} to={here({ data: measured ? "all" : undefined })}>
        {t("reports.onlyMeasured")}
      </SwitchLink>
      {mixed > 0 && <span className="quiet small">{t("reports.mixed", { n: mixed, all: data.cards.length })}</span>}
    </>
  );
}

/** When nothing newer has come in for long, the figures say how old they are. */
function Age({ data }: { data: Shown }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  if (data.as_of === null) return null;
  const age = Date.parse(session.now) - Date.parse(data.as_of);
  if (age < STALE_MS) return null;
  return (
    <Notice
      tone="warn"
      icon="history"
      title={t("reports.staleTitle", { time: f.dateTime(data.as_of, data.filters.zone), age: f.duration(age) })}
    >
      {t("reports.staleText")}
    </Notice>
  );
}

/** A range without sessions: zeroes stay zeroes, and one step leads out. */
function NothingHere({ data }: { data: Shown }) {
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
          <LinkButton to={here({ r: "all" })} size="s">
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

/** How fresh the figures are, and what they leave out. */
function Foot({ data }: { data: Shown }) {
  const t = useText();
  const f = useFormat();
  return (
    <p className="ft">
      <span>{t("reports.dataAsOf", { time: f.dateTime(data.as_of, data.filters.zone), zone: data.filters.zone })}</span>
      <span>{t("reports.excludes", { n: data.excluded.test })}</span>
      {data.excluded.estimated > 0 && <span>{t("reports.estimatedLeft", { n: data.excluded.estimated })}</span>}
      <BytesUsed />
    </p>
  );
}
