/** What the marks of a chart mean: its series with their totals, and its doubts. */
import type { ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { Hatch } from "./Hatch";
import "./charts.css";
import "./plots.css";

/** One line of a legend; without a tone it is the comparison period. */
export interface LegendItem {
  key: string;
  name: ReactNode;
  tone?: number;
  shape?: "block" | "line";
  total?: ReactNode;
}

/** The series with their totals, for the head of a card. */
export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className="legend">
      {items.map(({ key, name, tone, shape = "block", total }) => (
        <li key={key}>
          <svg aria-hidden="true" className={tone ? `c${tone}` : undefined}>
            {tone && shape === "block" ? <rect width="10" height="10" rx="2" /> : <rect y="4" width="12" height="2" />}
          </svg>
          {name} {total !== undefined && <span>{total}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The marks of doubt that are in a picture. */
export function Doubts({
  partial,
  provisional,
  restated,
  line,
}: {
  partial?: boolean;
  provisional?: boolean;
  restated?: boolean;
  /** As lines show them. */ line?: boolean;
}) {
  const t = useText();
  return (
    <ul className="legend">
      {partial && (
        <li>
          <svg aria-hidden="true">
            {line ? (
              <circle className="end s1" cx="6" cy="5" r="3.5" />
            ) : (
              <Hatch tone={1}>{(fill) => <rect className="s1" width="11" height="10" fill={fill} />}</Hatch>
            )}
          </svg>
          {t("data.partial")}
        </li>
      )}
      {provisional && (
        <li>
          <svg aria-hidden="true">
            <path className="cq" d="M0 5h12" />
          </svg>
          {t("data.provisional")}
        </li>
      )}
      {restated && (
        <li>
          {"▲ "}
          {t("data.restated")}
        </li>
      )}
    </ul>
  );
}
