/** Both channels of a recording in time: caller above, bot below; a click seeks. */
import type { MouseEvent } from "react";
import { pct } from "../../../components/charts/scale";
import { useText } from "../../../lib/i18n";
import type { Peaks, WholeCall } from "./api";

const HEIGHT = 96;
const HALF = HEIGHT / 2;
const LOUDEST = 99;

interface Props {
  call: WholeCall;
  peaks: Peaks;
  /** What is heard now, from the start of the recording. */
  at: number;
  seek: (ms: number) => void;
}

export function Waveform({ call, peaks, at, seek }: Props) {
  const t = useText();
  const place = (ms: number) => pct(((ms - call.recording_from_ms) / peaks.ms) * 100);
  const width = 100 / peaks.caller.length;
  const click = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - box.left) / box.width) * peaks.ms + call.recording_from_ms);
  };
  return (
    <figure className="ca-wave" dir="ltr">
      {/* Keys seek by the times of the turns, which are buttons. */}
      <svg role="img" width="100%" height={HEIGHT} aria-label={t("calls.wave")} onClick={click}>
        {(["caller", "bot"] as const).map((channel, row) => (
          <g key={channel} className={channel}>
            {peaks[channel].map((peak, index) => {
              const height = Math.max((peak / LOUDEST) * (HALF - 4), 1);
              return (
                <rect
                  key={index}
                  x={pct(index * width)}
                  width={pct(width * 0.7)}
                  y={row * HALF + (HALF - height) / 2}
                  height={height}
                />
              );
            })}
          </g>
        ))}
        {call.masked.map(([start = 0, end = 0], index) => (
          <rect
            key={index}
            className="masked"
            x={pct((start / peaks.ms) * 100)}
            width={pct(((end - start) / peaks.ms) * 100)}
            height={HEIGHT}
          >
            <title>{t("calls.maskedSpan")}</title>
          </rect>
        ))}
        {call.turns
          .filter(({ number }) => number > 0)
          .map((turn) => (
            <line
              key={turn.number}
              className={turn.is_interrupting ? "cut" : "turn"}
              x1={place(turn.times.heard_from ?? turn.times.heard_at)}
              x2={place(turn.times.heard_from ?? turn.times.heard_at)}
              y2={HEIGHT}
            />
          ))}
        <line className="now" x1={pct((at / peaks.ms) * 100)} x2={pct((at / peaks.ms) * 100)} y2={HEIGHT} />
      </svg>
      <figcaption className="small quiet">{t("calls.legend")}</figcaption>
    </figure>
  );
}
