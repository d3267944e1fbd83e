/** How far something is, or how much of a limit is used. */
import type { ReactNode } from "react";
import { Bar } from "../charts/Bar";
import "./data.css";

interface Props {
  label: string;
  value: number;
  max: number;
  /** The amounts in words: "0.8% of 3.0%". */
  text: string;
  /** Work that goes on is progress; a share of a limit is a meter. */
  kind?: "progressbar" | "meter";
  /** Chart tone: 1 as planned, 2 near the limit, 5 beyond it. */
  tone?: 1 | 2 | 4 | 5;
  note?: ReactNode;
}

/** The share of 100 a value is, between nothing and all. */
export const shareOf = (value: number, max: number) => (max > 0 ? Math.max(0, Math.min(100, (value / max) * 100)) : 0);

const spoken = ({ label, value, max, text, kind }: Pick<Props, "label" | "value" | "max" | "text" | "kind">) =>
  ({
    role: kind,
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": max,
    "aria-valuenow": Math.min(value, max),
    "aria-valuetext": text,
  }) as const;

/** A labelled bar. */
export function Meter({ label, value, max, text, kind = "meter", tone = 1, note }: Props) {
  return (
    <div className="meter" {...spoken({ label, value, max, text, kind })}>
      <p>
        <span>{label}</span>
        <b>{text}</b>
      </p>
      <Bar share={value > 0 ? shareOf(value, max) : null} tone={tone} />
      {note && <p className="small quiet">{note}</p>}
    </div>
  );
}

/** The same as a ring with the amount inside, for a narrow place. */
export function Ring({
  label,
  value,
  max,
  text,
  kind = "progressbar",
  tone = 1,
  size = 56,
}: Omit<Props, "note"> & { size?: 32 | 56 | 88 }) {
  return (
    <svg className={`ring size-${size}`} viewBox="0 0 56 56" {...spoken({ label, value, max, text, kind })}>
      <circle cx="28" cy="28" r="24" />
      {value > 0 && (
        <circle
          className={`s${tone}`}
          cx="28"
          cy="28"
          r="24"
          pathLength="100"
          strokeDasharray={`${Math.round(shareOf(value, max) * 10) / 10} 100`}
        />
      )}
      {size > 32 && (
        <text x="28" y="32">
          {text}
        </text>
      )}
    </svg>
  );
}
