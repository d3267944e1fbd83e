/** The state of an import in a word. */
import { Pill } from "../../components";
import { useText } from "../../lib/i18n";
import type { Import } from "./types";
import "../../styles/imports.css";

const TONES = {
  checking: "acc",
  ready: "warn",
  queued: "acc",
  running: "acc",
  done: "good",
  cancelled: "quiet",
  failed: "bad",
} as const;

/** True while the server still works on it. */
export function isBusy(state: Import["state"]): boolean {
  return state === "checking" || state === "queued" || state === "running";
}

/** A state nobody knows yet is shown quietly. */
export function StatePill({ state }: { state: Import["state"] }) {
  const t = useText();
  return <Pill tone={TONES[state] ?? "quiet"}>{t(`imports.s.${state}`) /* i18n: imports.s.* */}</Pill>;
}
