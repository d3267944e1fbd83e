/** One key figure: value, change, what it was counted from, and how sure it is. */
import type { ReactNode } from "react";
import { PageLink } from "../Link";
import { Sparkline } from "../charts/Sparkline";
import "./stat.css";

interface Props {
  label: ReactNode;
  /** Opens what was counted; the whole cell is the link. */
  to?: string;
  /** What the link opens, in words. */
  opens?: string;
  /** The figure as text. Too few to count is said in `few` instead. */
  value: string;
  /** Said instead of a value that would rest on too little, such as "needs 30". */
  few?: string;
  /** A change of the figure after it was final, in words: marked before it. */
  restated?: string;
  /** It may still change: the value is underlined and the last step dotted. */
  provisional?: boolean;
  /** How sure the figure is, in a word: estimated, imported, partial, provisional, small sample. */
  mark?: string | undefined;
  /** It is worth a look: drawn in red. */
  bad?: boolean;
  /** It rests on little: drawn lighter. */
  weak?: boolean;
  delta?: ReactNode;
  note?: ReactNode;
  /** Beside the label: the definition. */
  about?: ReactNode;
  spark?: (number | null)[];
  children?: ReactNode;
}

/** A cell of a sheet of figures. */
export function Stat({
  label,
  to,
  opens,
  value,
  few,
  restated,
  provisional,
  mark,
  bad,
  weak,
  delta,
  note,
  about,
  spark,
  children,
}: Props) {
  return (
    <div className="kf">
      <h2>
        {to ? (
          <PageLink to={to} title={opens}>
            {label}
          </PageLink>
        ) : (
          label
        )}
      </h2>
      {about}
      <p className="kv">
        {few ? (
          <b className="few">{few}</b>
        ) : (
          <b className={[provisional && "pr", weak && "weak", bad && "bad"].filter(Boolean).join(" ") || undefined}>
            {restated && (
              <abbr title={restated} aria-label={restated}>
                {"▲ "}
              </abbr>
            )}
            {value}
          </b>
        )}{" "}
        {delta}
      </p>
      <p className="kn">
        {note}
        {mark && <i>{mark}</i>}
      </p>
      {children}
      {spark && <Sparkline values={spark} provisional={Boolean(provisional)} />}
    </div>
  );
}

/** The sheet that holds the cells, four in a row where there is room. */
export function Stats({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="ks" aria-label={label}>
      {children}
    </section>
  );
}
