/** How long a person who waits can still be answered in time: with icon and words, never by colour alone. */
import { Icon } from "../../components";
import { todayIn } from "../../components/dates/days";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { Handoff } from "./types";

const MINUTE = 60_000;
/** From how many minutes left on one has to hurry. */
const SOON = 5;

/** Where a hand-off that waits is: over its time, nearly, or well in it. */
export function dueOf(due: string, now: number): { tone: "over" | "soon" | "well"; minutes: number } {
  const left = Date.parse(due) - now;
  if (left < 0) return { tone: "over", minutes: Math.max(1, Math.floor(-left / MINUTE)) };
  const minutes = Math.ceil(left / MINUTE);
  return { tone: minutes <= SOON ? "soon" : "well", minutes };
}

/** The mark: time left or over while someone waits, whose turn it is once someone answers. */
export function Due({ handoff, now }: { handoff: Handoff; now: number }) {
  const t = useText();
  const { session } = usePage();
  if (handoff.state === "accepted" && handoff.awaits_agent && handoff.agent?.id !== session.user?.id)
    return <span className="ib-due">{t("inbox.awaitsReply")}</span>;
  if (handoff.state === "accepted")
    return handoff.awaits_agent ? (
      <span className="ib-due turn">
        <Icon name="reply" size={14} />
        {t("inbox.yourTurn")}
      </span>
    ) : (
      <span className="ib-due">{t("inbox.theirTurn")}</span>
    );
  if (handoff.state === "call_back") return <CallBy handoff={handoff} now={now} />;
  if (handoff.state !== "requested")
    return <span className="ib-due">{t(`inbox.s.${handoff.state}`) /* i18n: inbox.s.* */}</span>;
  const { tone, minutes } = dueOf(handoff.due_at, now);
  return (
    <span className={`ib-due ${tone}`}>
      <Icon name={tone === "over" ? "circle-alert" : tone === "soon" ? "timer" : "clock"} size={14} />
      {t(tone === "over" ? "inbox.over" : "inbox.left", { n: minutes })}
    </span>
  );
}

/** By when a visitor is to be called, and who has taken that on. */
function CallBy({ handoff, now }: { handoff: Handoff; now: number }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const isToday = todayIn(session.zone, handoff.due_at) === todayIn(session.zone, new Date(now).toISOString());
  const isOver = Date.parse(handoff.due_at) < now;
  return (
    <span className={isOver ? "ib-due over" : "ib-due"}>
      <Icon name={isOver ? "circle-alert" : "phone-call"} size={14} />
      {isOver
        ? t("inbox.callOver")
        : t("inbox.callBy", { at: isToday ? f.time(handoff.due_at) : f.day(handoff.due_at) })}
    </span>
  );
}
