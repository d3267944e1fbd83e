/** One value on its scale, as half a ring with the limit it is held to. */
import { useFormat } from "../../lib/i18n";
import "./plots.css";

interface Props {
  label: string;
  value: number | null;
  min?: number;
  max: number;
  /** The value in words. */
  text: string;
  /** The ends of the scale in words. */
  ends: readonly [string, string];
  /** The value to reach or to stay under. */
  limit?: { value: number; text: string };
  tone?: 1 | 2 | 4 | 5;
}

/** The gauge, drawn from left to right in every language. */
export function Gauge({ label, value, min = 0, max, text, ends, limit, tone = 1 }: Props) {
  const f = useFormat();
  const share = (value: number) => Math.max(0, Math.min(1, (value - min) / (max - min || 1)));
  const angle = limit ? Math.PI * (1 - share(limit.value)) : 0;
  const at = (radius: number) =>
    `${Math.round((80 + radius * Math.cos(angle)) * 10) / 10} ${Math.round((76 - radius * Math.sin(angle)) * 10) / 10}`;
  return (
    <figure className="gauge">
      <svg viewBox="0 0 160 96" role="img" aria-label={`${label}: ${text}${limit ? `${f.comma}${limit.text}` : ""}`}>
        <path className="track" d="M16 76a64 64 0 0 1 128 0" />
        {value !== null && value > min && (
          <path
            className={`s${tone}`}
            d="M16 76a64 64 0 0 1 128 0"
            pathLength="100"
            strokeDasharray={`${Math.round(share(value) * 1000) / 10} 100`}
          />
        )}
        {limit && <path className="limit" d={`M${at(54)}L${at(74)}`} />}
        <text className="gauge-value" x="80" y="74">
          {text}
        </text>
        <text x="16" y="93">
          {ends[0]}
        </text>
        <text x="144" y="93">
          {ends[1]}
        </text>
      </svg>
      <figcaption>
        {label}
        {limit && <small>{limit.text}</small>}
      </figcaption>
    </figure>
  );
}
