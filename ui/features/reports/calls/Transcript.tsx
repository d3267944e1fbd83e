/** What is said in a recording, by speaker: first what no turn of the bot has. */
import { Card, Pill } from "../../../components";
import { ExtraNote } from "../../../components/ExtraNote";
import { useText } from "../../../lib/i18n";
import type { CallSegment, WholeCall } from "./api";
import { clockOf } from "./clock";
import "../../../components/controls.css";

/** Below this, words are marked. */
const SURE = 0.5;
type Seek = (ms: number) => void;

/** The card, or what would be in it. */
export function Transcript({ call, seek }: { call: WholeCall; seek: Seek }) {
  const t = useText();
  const { transcript } = call;
  if (!transcript && call.extras.length > 0)
    return call.extras.map(({ name, install }) => <ExtraNote key={name} text={t("calls.extra")} install={install} />);
  return (
    <Card id="transcript" title={t("calls.transcript")} lead={t("calls.transcriptLead")}>
      {transcript?.state === "ready" ? (
        <Segments segments={transcript.segments} seek={seek} />
      ) : (
        <p className="quiet">{t(`calls.ts.${transcript?.state ?? "none"}`) /* i18n: calls.ts.* */}</p>
      )}
    </Card>
  );
}

/** Both parts of a call: with a person, and with the bot, whose turns say it too. */
function Segments({ segments, seek }: { segments: readonly CallSegment[]; seek: Seek }) {
  const t = useText();
  const after = segments.filter((segment) => segment.after_transfer);
  const before = segments.filter((segment) => !segment.after_transfer);
  return (
    <div className="stack">
      {segments.length === 0 && <p className="quiet">{t("calls.ts.silent")}</p>}
      {after.length > 0 && (
        <section className="stack" aria-labelledby="ca-after">
          <h3 id="ca-after">{t("calls.toPerson")}</h3>
          <Lines segments={after} seek={seek} />
        </section>
      )}
      {before.length > 0 && (
        <details open={after.length === 0}>
          <summary>{t("calls.withBot", { n: before.length })}</summary>
          <Lines segments={before} seek={seek} />
        </details>
      )}
    </div>
  );
}

/** Segments in order; a time seeks. */
function Lines({ segments, seek }: { segments: readonly CallSegment[]; seek: Seek }) {
  const t = useText();
  return (
    <ol className="ca-lines rows">
      {segments.map((segment, place) => (
        <li key={place}>
          <button type="button" className="link num" onClick={() => seek(segment.start_ms)}>
            {clockOf(segment.start_ms)}
          </button>
          <span className={`ca-by ${segment.speaker}`}>{t(`calls.by.${segment.speaker}`) /* i18n: calls.by.* */}</span>
          <p dir="auto">
            {segment.text}{" "}
            {segment.hits.map((hit) => (
              <Pill key={hit}>{hit}</Pill>
            ))}
            {segment.confidence < SURE && <small className="ca-warn">{t("calls.unsure")}</small>}
          </p>
        </li>
      ))}
    </ol>
  );
}
