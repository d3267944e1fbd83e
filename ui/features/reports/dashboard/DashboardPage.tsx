/** The dashboard: eight key figures, and the figures that explain them. */
import { useEffect } from "react";
import { useDispatch } from "react-redux";
import { Can, Empty, LinkButton, Notice, PageHead, ProblemNotice } from "../../../components";
import { SwitchLink } from "../../../components/SwitchLink";
import { Stats } from "../../../components/data/Stat";
import { BytesUsed } from "../../../components/BytesUsed";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { botSelected, reportFiltered, reportSelected } from "../../../state";
import { csvPath, reportsApi } from "./api";
import { FilterBar } from "./FilterBar";
import { KeyFigure } from "../cards/KeyFigure";
import { OutcomesCard } from "./OutcomesCard";
import type { dashboardQuery } from "./query";
import type { Dashboard } from "./types";

// Pictures are read by keys a moment after the page is there.
const NowStrip = later(() => import("./NowStrip"), "NowStrip");
const IntentsCard = later(() => import("./IntentsCard"), "IntentsCard");
const SeriesCard = later(() => import("./SeriesCard"));
const ChannelsCard = later(() => import("./ChannelsCard"), "ChannelsCard");
const HeatCard = later(() => import("./HeatCard"));
// What few addresses and few readers see.
const Clipped = later(() => import("../filters/Clipped"), "Clipped");
const Gone = later(() => import("../filters/Gone"), "Gone");

/** Data older than this says so above the figures. */
const STALE_MS = 24 * 3600_000;

/** The page in each of its states. */
export default function DashboardPage() {
  const t = useText();
  const { query, extra, here } = usePage<typeof dashboardQuery>();
  const { data, error, refetch } = reportsApi.useDashboardQuery(query);
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(reportSelected({ botid: query.bot.join(","), graphtabid: query.grp }));
    dispatch(reportFiltered(query));
    dispatch(botSelected(query.bot.length === 1 ? (query.bot[0] ?? null) : null));
  }, [dispatch, query]);
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : null;
  if (data.as_of === null) return <FirstUse />;
  return (
    <>
      <Head data={data} />
      <FilterBar data={data} />
      {extra.length > 0 && <Notice tone="quiet" title={t("reports.unknownKeys", { keys: extra.join(", ") })} />}
      {data.filters.gone.length > 0 && (
        <Gone gone={data.filters.gone} bot={query.bot} out={query.out} to={(rest) => here(rest)} />
      )}
      {data.filters.clipped && <Clipped clipped={data.filters.clipped} />}
      <NowStrip />
      <Age data={data} />
      {data.series.buckets.every((bucket) => bucket.total === 0) && <NothingHere data={data} />}
      <Stats label={t("reports.cards")}>
        {data.cards.map((card) => (
          <KeyFigure key={card.id} card={card} currency={data.currency} />
        ))}
      </Stats>
      <div className="grid12">
        <SeriesCard data={data} />
        <OutcomesCard data={data} />
        <IntentsCard data={data} />
        <HeatCard data={data} />
        <ChannelsCard data={data} />
      </div>
      <Foot data={data} />
    </>
  );
}

/** Title, whose numbers these are, and the download. */
function Head({ data }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const { query, session } = usePage<typeof dashboardQuery>();
  const lead = [
    session.workspace?.name,
    data.filters.zone,
    t("reports.asOf", { time: f.time(data.as_of, data.filters.zone) }),
  ];
  return (
    <PageHead
      title={t("reports.title")}
      lead={lead.filter(Boolean).join(" · ")}
      actions={
        <>
          <Trust data={data} />
          <Can I="export" a="Dashboard">
            <LinkButton to={csvPath("cards", query)} icon="download" download>
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
function Trust({ data }: { data: Dashboard }) {
  const t = useText();
  const { query, here } = usePage<typeof dashboardQuery>();
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
function Age({ data }: { data: Dashboard }) {
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
function NothingHere({ data }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof dashboardQuery>();
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
function FirstUse() {
  const t = useText();
  return (
    <>
      <PageHead title={t("reports.title")} />
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
function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText();
  return (
    <>
      <PageHead title={t("reports.title")} />
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
function Foot({ data }: { data: Dashboard }) {
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
