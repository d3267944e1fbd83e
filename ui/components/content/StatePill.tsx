import { useText } from "../../lib/i18n";
import { Pill } from "../Card";
import { TONES, type Writing } from "./writing";

/** The state of a text. */
export function StatePill({ row }: { row: Writing }) {
  const t = useText();
  const state = row.deleted ? "Deleted" : row.status;
  return <Pill tone={TONES[state] ?? "quiet"}>{t(`writing.status.${state}`)}</Pill>;
}
