/** A change against the comparison period: the triangle tells direction, the colour good or bad. */
import "./charts.css";

export interface DeltaProps {
  /** The signed change; null is "no comparison". */
  value: number | null;
  /** The change as the reader should see it, without sign. */
  text: string;
  /** Which direction is good. */
  better?: "up" | "down" | null;
  /** What a screen reader says instead of the triangle, such as "up" or "down". */
  spoken: string;
}

/** The triangle and the amount; no change has neither. */
export function Delta({ value, text, better = "up", spoken }: DeltaProps) {
  if (value === null) return null;
  const judged = value === 0 || !better ? "" : value > 0 === (better === "up") ? " good" : " bad";
  return (
    <span className={`dl${judged}`}>
      {value !== 0 && (
        <svg viewBox="0 0 8 7" role="img" aria-label={spoken}>
          <path d={value > 0 ? "M4 0l4 7H0z" : "M4 7L0 0h8z"} />
        </svg>
      )}
      {text}
    </span>
  );
}
