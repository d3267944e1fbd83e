/** How well an intent is recognised. */
import { useFormat, useText } from "../../../lib/i18n";

/** Below this phrases are often taken for something else. */
const GOOD = 0.85;

/** The figure with its bar; none where there were too few phrases to try. */
export function Quality({ f1 }: { f1: number | null }) {
  const f = useFormat();
  const t = useText();
  if (f1 === null)
    return (
      <span className="quiet" title={t("understanding.notMeasured")}>
        {f.number(null)}
      </span>
    );
  return (
    <span className={f1 < GOOD ? "in-quality low" : "in-quality"}>
      <meter min={0} max={1} low={GOOD} high={GOOD} optimum={1} value={f1} aria-hidden="true" />
      {f.percent(f1 * 100, 0)}
    </span>
  );
}
