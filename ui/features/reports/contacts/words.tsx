/** What lanes and events of a timeline are called. */
import { Icon, type IconName } from "../../../components";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { OutcomeMark } from "../../../components/charts/OutcomeMark";
import type { TextFunction } from "../../../lib/messages";
import type { TimelineEvent } from "./api";
import { AREAS } from "./query";

const ICONS: Readonly<Record<string, IconName>> = { offers: "megaphone", leads: "shield", documents: "file-text" };
const isArea = (lane: string) => (AREAS as readonly string[]).includes(lane);

/** A lane in words: a channel, or the area it comes from. */
export const laneText = (lane: string, t: TextFunction) =>
  t(isArea(lane) ? `timeline.lane.${lane}` : `channel.${lane}`); // i18n: timeline.lane.* channel.*

/** The icon of a lane, beside its name. */
export const LaneMark = ({ lane }: { lane: string }) =>
  isArea(lane) ? <Icon name={ICONS[lane] ?? "wrench"} size={16} className="cx" /> : <ChannelMark channel={lane} />;

/** What an event is called. */
export const titleText = (event: TimelineEvent, t: TextFunction) =>
  event.kind === "session"
    ? event.title || t("timeline.session")
    : t(`timeline.kind.${event.kind}`, { title: event.title }); // i18n: timeline.kind.*

/** The state of an event in words. */
export const stateText = (event: TimelineEvent, t: TextFunction) =>
  event.kind === "session"
    ? t(`conversations.o.${event.state}`) // i18n: conversations.o.*
    : t(`timeline.state.${event.state}`); // i18n: timeline.state.*

/** The state of an event with its mark. */
export const State = ({ event, t }: { event: TimelineEvent; t: TextFunction }) =>
  event.state && (
    <>
      {event.kind === "session" && <OutcomeMark outcome={event.state} />} {stateText(event, t)}
    </>
  );
