/** How far a flow is saved, and steps back and forth. */
import type { ReactNode } from "react";
import { Button, Icon, IconButton, type IconName } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { Presence } from "./Presence";
import type { Saving, Snapshot } from "./saving";
import "../../../components/data/data.css";

/** What is shown: a text that cannot be read counts more than that all the rest is saved. */
type Shown = Snapshot["state"] | "unread";

const SIGNS: Readonly<Record<Shown, IconName>> = {
  saved: "check",
  typing: "ellipsis",
  saving: "ellipsis",
  offline: "cloud-off",
  stale: "git-branch",
  failed: "circle-alert",
  unread: "circle-alert",
};

/** When it was saved, by the second. */
export function useSavedText(): (current: { state: Shown; savedAt: string | null }) => string {
  const t = useText();
  const f = useFormat();
  // i18n: flow.save.*
  return ({ state, savedAt }) => {
    if (state !== "saved") return t(`flow.save.${state === "typing" ? "saving" : state}`);
    const seconds = savedAt ? new Date(savedAt).getUTCSeconds().toString().padStart(2, "0") : "";
    return savedAt ? t("flow.save.saved", { time: `${f.time(savedAt)}:${seconds}` }) : t("flow.save.unchanged");
  };
}

/** The line above an editor: state, why not, undo and redo. */
export function SaveState({
  saving,
  history,
  state,
  savedAt,
  problem,
  restored,
  merged,
  unread,
  children,
}: { saving: Saving; children?: ReactNode } & Pick<
  Snapshot,
  "history" | "state" | "savedAt" | "problem" | "restored" | "merged" | "unread"
>) {
  const t = useText();
  const savedText = useSavedText();
  const isSaving = ["saved", "typing", "saving"].includes(state);
  const visibleState: Shown = unread.length > 0 && isSaving ? "unread" : state;
  const bad = state === "offline" || state === "failed";
  const errors = Object.entries(problem?.errors ?? {});
  return (
    <div className="fl-save" data-state={visibleState}>
      {children}
      <Presence saving={saving} />
      <span className="fl-state" role="status">
        <Icon name={SIGNS[visibleState]} size={14} />
        {savedText({ state: visibleState, savedAt })}
        {merged && ` ${t("flow.merged")}`}
        {restored && ` ${t("flow.restored")}`}
        {bad && ` ${t("flow.kept")}`}
      </span>
      {state === "failed" && (
        <span className="bad">
          {errors.length > 0
            ? errors.map(([path, text]) => `${path}: ${[text].flat().join(" ")}`).join(" · ")
            : problem?.detail}
        </span>
      )}
      {bad && (
        <Button size="s" onClick={() => void saving.save()}>
          {t("flow.retry")}
        </Button>
      )}
      <span className="fl-steps scripted">
        <IconButton
          icon="undo-2"
          size={16}
          label={t("flow.undo", { n: history.past.length })}
          aria-disabled={history.past.length === 0 || undefined}
          onClick={saving.undo}
        />
        <IconButton
          icon="redo-2"
          size={16}
          label={t("flow.redo", { n: history.future.length })}
          aria-disabled={history.future.length === 0 || undefined}
          onClick={saving.redo}
        />
      </span>
    </div>
  );
}
