/** How a document is, in a word, with the reason where it could not be read. */
import { Pill } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import type { BotDocument } from "./api";

const TONES: Readonly<Record<string, "good" | "warn" | "bad" | "acc">> = {
  live: "good",
  stale: "warn",
  failed: "bad",
  uploaded: "acc",
  scanning: "acc",
  parsing: "acc",
  indexed: "acc",
};

/** Whether a document is being read now. */
export const isRead = ({ progress }: Pick<BotDocument, "progress">) => progress !== null;

/** The state, how far a reading is, and why the last one failed. */
export function DocumentState({ row }: { row: BotDocument }) {
  const t = useText();
  const f = useFormat();
  const why = row.reason || row.warning;
  return (
    <>
      {/* i18n: sources.s.* */}
      <Pill {...(TONES[row.state] && { tone: TONES[row.state]! })}>{t(`sources.s.${row.state}`)}</Pill>
      {row.progress !== null && row.progress > 0 && (
        <span className="small quiet"> {t("documents.reading", { share: f.percent(row.progress * 100, 0) })}</span>
      )}
      {why && <span className={row.reason ? "small bd-bad" : "small bd-warn"}> {t(`sources.r.${why}`)}</span>}
      {/* i18n: sources.r.* */}
    </>
  );
}

/** The kind of a document, in a few letters. */
export function Kind({ kind }: { kind: string }) {
  const t = useText();
  return <span className="bd-kind">{t(`sources.k.${kind}`) /* i18n: sources.k.* */}</span>;
}

/** How visitors have rated answers, in words: the share that helped, or only how many there are where they are few. */
export function useRating() {
  const t = useText();
  const f = useFormat();
  return ({ rated, helpful }: Pick<BotDocument, "rated" | "helpful">) =>
    helpful === null
      ? t("documents.fewRatings", { n: rated })
      : t("documents.rating", { n: rated, share: f.percent(helpful * 100, 0) });
}
