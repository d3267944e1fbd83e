/** Training: its state, and its beginning. */
import type { FormEvent } from "react";
import { ActionForm, Button, Card, Notice, Pill } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "../document/editor";
import type { Saving } from "../document/saving";
import { understandingApi } from "./api";
import type { understandingGrammar } from "./query";
import { countOf } from "./phrases";
import { useTraining } from "./useTraining";
import "../../../components/controls.css";

const TONES = { none: "quiet", queued: "acc", running: "acc", ready: "good", failed: "bad" } as const;

/** The card; what is typed is saved before it is learnt. */
export function TrainingCard({ saving, isSaved }: { saving: Saving; isSaved: boolean }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { bot, document, mayEdit } = useEditor();
  const { training, isUnderWay } = useTraining();
  const [train, begun] = understandingApi.useTrainMutation();
  const [stop] = understandingApi.useStopTrainingMutation();
  if (!training) return null;
  const phrases = Object.keys(document.intents ?? {}).reduce((sum, name) => sum + countOf(document, name), 0);
  const call = `/api/v1/bots/${bot}/training`;
  const start = (event: FormEvent) => {
    event.preventDefault();
    void saving.save().then(() => train(bot));
  };
  const cancel = (event: FormEvent) => {
    event.preventDefault();
    void stop(bot);
  };
  const problem = begun.error as { detail?: string } | undefined;
  const stale = training.stale || !isSaved;
  return (
    <Card
      title={t("understanding.training")}
      id="training"
      className="in-training"
      aside={
        <>
          {/* i18n: understanding.state.* */}
          <Pill tone={TONES[training.state]}>{t(`understanding.state.${training.state}`)}</Pill>
          {isUnderWay && <b>{f.percent(training.progress * 100, 0)}</b>}
        </>
      }
    >
      {isUnderWay && <progress max={1} value={training.progress} aria-label={t("understanding.training")} />}
      {training.state === "failed" && (
        <Notice tone="bad" title={t("understanding.failed")}>
          {training.error}
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" title={t("understanding.notBegun")}>
          {problem.detail}
        </Notice>
      )}
      <p className="small quiet">
        {training.trained_at
          ? t(isUnderWay ? "understanding.until" : "understanding.model", { at: f.dateTime(training.trained_at) })
          : t("understanding.never")}
      </p>
      {!isUnderWay && training.trained_at && stale && <p className="small fl-warned">{t("understanding.stale")}</p>}
      {mayEdit && (
        // One button that starts and stops, so that who pressed it keeps the focus.
        <ActionForm
          call={isUnderWay ? `${call}/cancel` : call}
          page={here()}
          {...(!isUnderWay && { done: "training" })}
          onSubmit={isUnderWay ? cancel : start}
        >
          <Button type="submit" busy={begun.isLoading} disabled={!isUnderWay && phrases === 0}>
            {isUnderWay ? t("understanding.stop") : t("understanding.train", { n: phrases })}
          </Button>
        </ActionForm>
      )}
    </Card>
  );
}
