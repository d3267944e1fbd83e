/** How scheduled mails are written: when they go out, and what came of it. */
import { Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import { SentMails } from "../shell/Mails";
import type { Schedule, ScheduleDelivery } from "./api";

/** When a mail goes out, in words. */
export function useTimes() {
  const t = useText();
  return ({ every, on, at }: Pick<Schedule, "every" | "on" | "at">) => {
    if (every === "week") return t("schedules.day.week", { day: t(`schedules.w.${on}`) /* i18n: schedules.w.* */, at });
    if (every === "month") return t(on === 31 ? "schedules.day.last" : "schedules.day.month", { day: on ?? 1, at });
    return t("schedules.day.day", { at });
  };
}

/** Whether it is active. */
export function State({ schedule }: { schedule: Schedule }) {
  const t = useText();
  return schedule.active ? (
    <Pill tone="good">{t("schedules.active")}</Pill>
  ) : (
    <Pill tone="quiet">{t("schedules.paused")}</Pill>
  );
}

/** What came of one time it was due. */
export function Result({ delivery: { state, reason, mails } }: { delivery: ScheduleDelivery }) {
  const t = useText();
  if (state === "unchanged") return t("schedules.s.unchanged");
  // i18n: schedules.s.no_access schedules.s.not_visible schedules.s.not_understood schedules.s.error
  if (state === "failed") return <Pill tone="bad">{t(`schedules.s.${reason}`)}</Pill>;
  return <SentMails mails={mails} />;
}
