/** The glyph of a session outcome: shape and colour together, so that neither is the only sign. */
import "./charts.css";

/** Shapes on a 14 × 14 field; the chart tone colours them. */
const SHAPES: Record<string, { tone: number; path: string; cut?: string; ring?: boolean }> = {
  completed: { tone: 4, path: "M7 1a6 6 0 1 1 0 12A6 6 0 1 1 7 1z", cut: "M4.4 7.2l1.8 1.8 3.4-3.8" },
  informed: { tone: 1, path: "M7 1a6 6 0 0 0 0 12z", ring: true },
  handed_off: { tone: 3, path: "M7 .5L13.5 7 7 13.5.5 7z", cut: "M4.5 7h4.6M7.4 5.2L9.2 7 7.4 8.8" },
  abandoned: { tone: 2, path: "" },
  error: {
    tone: 5,
    path: "M2.5 1.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z",
    cut: "M5 5l4 4m0-4L5 9",
  },
  open: { tone: 8, path: "M7 5a2 2 0 1 1 0 4 2 2 0 1 1 0-4z", ring: true },
};

/** The tone an outcome has in every chart. */
export function outcomeTone(outcome: string): number {
  return SHAPES[outcome]?.tone ?? 8;
}

/** The mark alone; the word is beside it, or in `label` where there is no room for one. */
export function OutcomeMark({ outcome, label }: { outcome: string; label?: string }) {
  const shape = SHAPES[outcome] ?? SHAPES.open!;
  const names = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg className={`om c${shape.tone}`} {...names}>
      {label && <title>{label}</title>}
      {shape.ring && <circle cx="7" cy="7" r="5.4" />}
      {shape.path ? <path d={shape.path} /> : <circle className="da" cx="7" cy="7" r="5.4" />}
      {shape.cut && <path className="ct" d={shape.cut} />}
    </svg>
  );
}
