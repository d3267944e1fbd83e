/** What every report has around its figures: title, filters, notices, key figures, and how old they are. */
import { useEffect, type ReactNode } from "react";
import { useDispatch } from "react-redux";
import { Notice, PageHead } from "../../../components";
import { Stats } from "../../../components/data/Stat";
import { useFormat, useText } from "../../../lib/i18n";
import { can } from "../../../lib/session";
import { later, usePage } from "../../../page";
import { addPath, explainPath } from "../dashboard/api";
import { botSelected, reportFiltered, reportSelected } from "../../../state";
import type { reportQuery } from "../filters/query";
import { FilterBar } from "./FilterBar";
import type { Shown } from "./types";

// Links and words, which work as the server wrote them.
const KeyFigure = later(() => import("../cards/KeyFigure"), "KeyFigure");
const Switches = later(() => import("./Switches"), "Switches");
const Exports = later(() => import("./Exports"), "Exports");
const Foot = later(() => import("./Foot"), "Foot");
// What few addresses and few readers see.
const Age = later(() => import("./ReportStates"), "Age");
const NothingHere = later(() => import("./ReportStates"), "NothingHere");
const Clipped = later(() => import("../filters/Clipped"), "Clipped");
const Frozen = later(() => import("./Frozen"));
const Gone = later(() => import("../filters/Gone"), "Gone");
// Of reports with many key figures.
const FirstFigures = later(() => import("./FirstFigures"), "FirstFigures");

/** Data older than this says so above the figures. */
const STALE_MS = 24 * 3600_000;

interface Props {
  title: string;
  /** What its address calls it, for what explains its changes. */
  report: string;
  data: Shown;
  /** Newer figures could not be read: these are the last ones. */
  isLast?: boolean;
  /** Nothing happened in the range. */
  isEmpty: boolean;
  /** The ability that exports are of, and the address of the file with all of it. */
  subject: string;
  file?: string;
  /** Views of the report, above its filters. */
  tabs?: ReactNode;
  /** Whether its filters choose a group: a page of one group has tabs instead. */
  hasGroups?: boolean;
  /** Whether it has charts over time, on which markers are. */
  hasMarkers?: boolean;
  /** Between the filters and the key figures. */
  now?: ReactNode;
  /** The key figures that are shown first, where the others are folded. */
  first?: readonly string[] | undefined;
  children: ReactNode;
}

/** The page of a report that has data. */
export function ReportShell({
  title,
  report,
  data,
  isLast = false,
  isEmpty,
  subject,
  file,
  tabs,
  hasGroups = true,
  hasMarkers = false,
  now,
  first,
  children,
}: Props) {
  const t = useText();
  const f = useFormat();
  const { query, extra, here, session } = usePage<typeof reportQuery>();
  const explains = !data.frozen && can(session.user?.ability ?? [], "read", "Dashboard");
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(reportSelected({ botid: query.bot.join(","), graphtabid: query.grp }));
    dispatch(reportFiltered(query));
    dispatch(botSelected(query.bot.length === 1 ? (query.bot[0] ?? null) : null));
  }, [dispatch, query]);
  const figures = (cards: Shown["cards"]) =>
    cards.length > 0 && (
      <Stats label={t("reports.cards")}>
        {cards.map((card) => (
          <KeyFigure
            key={card.id}
            card={card}
            currency={data.currency}
            {...(explains && {
              explain: explainPath(report, card.id, query),
              add: addPath(report, `card:${card.id}`, query),
            })}
          />
        ))}
      </Stats>
    );
  return (
    <>
      <Head title={title} data={data} subject={subject} file={file} hasMarkers={hasMarkers} />
      {tabs}
      {data.frozen ? <Frozen frozen={data.frozen} /> : <FilterBar data={data} hasGroups={hasGroups} />}
      {extra.length > 0 && <Notice tone="quiet" title={t("reports.unknownKeys", { keys: extra.join(f.comma) })} />}
      {data.filters.gone.length > 0 && (
        <Gone gone={data.filters.gone} bot={query.bot} out={query.out} to={(rest) => here(rest)} />
      )}
      {data.filters.clipped && <Clipped clipped={data.filters.clipped} />}
      {!data.frozen && now}
      {(isLast || data.stale || Date.parse(session.now) - Date.parse(data.as_of!) >= STALE_MS) && (
        <Age data={data} isLast={isLast} />
      )}
      {isEmpty && <NothingHere data={data} />}
      {first ? <FirstFigures first={first} cards={data.cards} draw={figures} /> : figures(data.cards)}
      <div className="grid12">{children}</div>
      <Foot data={data} report={report} />
    </>
  );
}

/** Title, whose numbers these are, and the download. */
function Head({
  title,
  data,
  subject,
  file,
  hasMarkers,
}: Pick<Props, "title" | "data" | "subject" | "file"> & { hasMarkers: boolean }) {
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
          <Switches data={data} hasMarkers={hasMarkers} />
          {file && <Exports subject={subject} file={file} />}
        </>
      }
    />
  );
}
