/** One turn with a silent caller as a line of time, drawn from the settings. */
import { useFormat, useText } from "../../../lib/i18n";
import type { Voice } from "./api";

/** What a question takes to say where nothing is known of it. */
const QUESTION_MS = 4000;

/** The line: the question, then each wait and what is said after it. */
export function ListeningLine({ voice }: { voice: Voice }) {
  const t = useText();
  const f = useFormat();
  const again = voice.sentences.find(({ name, language }) => name === "no_input" && language === voice.languages[0]);
  const wait = { kind: "wait", ms: voice.no_input_s * 1000 };
  const spans = [
    { kind: "said", ms: QUESTION_MS },
    ...Array.from({ length: voice.reprompts }, () => [
      wait,
      { kind: "said", ms: (again?.ms ?? 0) + QUESTION_MS },
    ]).flat(),
    wait,
  ];
  const total = spans.reduce((sum, { ms }) => sum + ms, 0);
  const parts = spans.map((span, at) => ({
    ...span,
    from: spans.slice(0, at).reduce((sum, { ms }) => sum + ms, 0),
  }));
  const end = t(voice.transfer_number ? "voice.toPerson" : "voice.toEnd");
  return (
    <figure className="bv-line">
      <svg width="100%" height="30" aria-hidden="true">
        {parts.map(({ kind, from, ms }, at) => (
          <g key={at} className={kind}>
            <rect x={`${(from / total) * 100}%`} width={`${(ms / total) * 100}%`} height="30" />
            <text x={`${((from + ms / 2) / total) * 100}%`} y="19">
              {kind === "wait" ? f.duration(ms) : at === 0 ? t("voice.question") : t("voice.again", { n: at / 2 })}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="small quiet">
        {t("voice.line", { n: voice.reprompts, wait: f.duration(wait.ms), total: f.duration(total), end })}
      </figcaption>
    </figure>
  );
}
