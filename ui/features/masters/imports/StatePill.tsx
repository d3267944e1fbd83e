/** The state of an import in a word. */
import { Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { MasterImport } from "./types";
import "../../../styles/imports.css";

const TONES = {
  checking: "acc",
  columns: "warn",
  ready: "warn",
  queued: "acc",
  running: "acc",
  done: "good",
  failed: "bad",
  cancelled: "quiet",
  undoing: "acc",
  undone: "quiet",
} as const;

/** True while the server still works on it. */
export const isBusy = (state: MasterImport["state"]): boolean =>
  state === "checking" || state === "queued" || state === "running" || state === "undoing";

/** A state nobody knows yet is shown quietly. */
export function StatePill({ state }: { state: MasterImport["state"] }) {
  const t = useText();
  return <Pill tone={TONES[state] ?? "quiet"}>{t(`masters.i.${state}`) /* i18n: masters.i.* */}</Pill>;
}
