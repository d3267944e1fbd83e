/** The events of a page as marks in their lanes; time runs from left to right in every language. */
import { outcomeTone } from "../../../components/charts/OutcomeMark";
import { pct } from "../../../components/charts/scale";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import type { Timeline, TimelineEvent } from "./api";
import { LaneMark, laneText, stateText, titleText } from "./words";

const TICKS = 4;
/** Marks keep so much of the width away from its ends, in percent. */
const EDGE = 3;

/** A row for each lane; every mark is a link, and the table below says the same in words. */
export function Lanes({ data }: { data: Timeline }) {
  const t = useText();
  const f = useFormat();
  const times = data.items.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const place = (time: number) =>
    pct(first === last ? 50 : EDGE + ((time - first) / (last - first)) * (100 - 2 * EDGE));
  const lanes = [...new Set(data.items.map(({ lane }) => lane))];
  const ticks =
    first === last ? [first] : Array.from({ length: TICKS }, (_, n) => first + ((last - first) * n) / (TICKS - 1));
  return (
    <div className="tl" role="group" aria-label={t("timeline.lanes")}>
      {lanes.map((lane) => (
        <div key={lane} className="tl-lane">
          <span>
            <LaneMark lane={lane} /> {laneText(lane, t)}
          </span>
          <svg className="tl-marks">
            {data.items
              .filter((event) => event.lane === lane)
              .map((event) => (
                <svg key={event.kind + event.id} x={place(Date.parse(event.at))} overflow="visible">
                  <Mark event={event} zone={data.zone} />
                </svg>
              ))}
          </svg>
        </div>
      ))}
      <div className="tl-lane tl-ticks" aria-hidden="true">
        <span />
        <svg className="tl-marks">
          {ticks.map((tick) => (
            <text key={tick} x={place(tick)} y="16" textAnchor="middle">
              {f.day(new Date(tick).toISOString(), data.zone)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** A session as a disc in the colour of its outcome, anything else as a square; a link where it leads somewhere. */
function Mark({ event, zone }: { event: TimelineEvent; zone: string }) {
  const t = useText();
  const f = useFormat();
  const isSession = event.kind === "session";
  const label = [f.dateTime(event.at, zone), titleText(event, t), event.state && stateText(event, t)]
    .filter(Boolean)
    .join(" · ");
  const tone = isSession ? outcomeTone(event.state ?? "") : 7;
  const shape = (
    <>
      <title>{label}</title>
      <circle className="tl-reach" cy="20" r="12" />
      {isSession ? (
        <circle className={`c${tone}`} cy="20" r="6" />
      ) : (
        <rect className={`c${tone}`} x="-6" y="14" width="12" height="12" rx="2" />
      )}
    </>
  );
  return event.link ? (
    <PageLink to={event.link} aria-label={label}>
      {shape}
    </PageLink>
  ) : (
    shape
  );
}
