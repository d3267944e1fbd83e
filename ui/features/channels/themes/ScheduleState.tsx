import { Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { Schedule } from "./api";

const TONES = { running: "good", planned: "acc", ended: "quiet" } as const;

/** The state of a theme for a while. */
export function ScheduleState({ state }: Pick<Schedule, "state">) {
  const t = useText();
  return <Pill tone={TONES[state]}>{t(`themes.s.${state}`) /* i18n: themes.s.* */}</Pill>;
}
