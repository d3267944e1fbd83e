/** How many of something wait, beside the thing they wait in. */
import { useFormat } from "../../lib/i18n";
import "./data.css";

interface Props {
  count: number;
  /** What a screen reader says: the count with its noun. */
  label: string;
  /** From here on only "more than" is said. */
  max?: number;
  tone?: "bad" | "acc" | "quiet";
}

/** A counter; nothing waiting is nothing shown. */
export function Badge({ count, label, max = 99, tone = "bad" }: Props) {
  const f = useFormat();
  if (count <= 0) return null;
  return (
    <span className={`badge ${tone}`}>
      <span aria-hidden="true">
        {f.number(Math.min(count, max))}
        {count > max && "+"}
      </span>
      <span className="sr">{label}</span>
    </span>
  );
}
