/** What cards of both dashboards share: the choice of a range, the mark of a sample, parts of a whole. */
import type { ReactNode } from "react";
import { Pill, Segments } from "../../../components";
import { SegmentBar } from "../../../components/charts/SegmentBar";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { analyticsGrammar } from "./query";
import { RANGES } from "./types";

/** The three ranges as links. */
export function Ranges() {
  const t = useText();
  const { query, here } = usePage<typeof analyticsGrammar>();
  // i18n: cards.r.*
  return (
    <Segments
      label={t("cards.range")}
      items={RANGES.map((r) => ({ label: t(`cards.r.${r}`), to: here({ r }), current: query.r === r }))}
    />
  );
}

/** Says that a figure is made up. */
export const Sample = () => <Pill>{useText()("cards.sample")}</Pill>;

/** One part of a whole. */
export interface Part {
  key: string;
  tone: number;
  name: ReactNode;
  /** The name alone, for the picture. */
  label: string;
  value: number;
  text: string;
  aside?: ReactNode;
}

/** A bar cut into parts, and each part by its name below it. */
export function Parts({ label, parts }: { label: string; parts: readonly Part[] }) {
  const t = useText();
  const f = useFormat();
  const all = parts.reduce((sum, part) => sum + part.value, 0);
  return (
    <div className="parts">
      <SegmentBar
        label={`${label}: ${f.list(parts.map((part) => `${part.label} ${part.text}`))}`}
        segments={parts.map((part) => ({
          key: part.key,
          tone: part.tone,
          value: part.value,
          title: `${part.label} ${part.text}`,
        }))}
      />
      <ul>
        {parts.map((part) => (
          <li key={part.key}>
            <svg className={`c${part.tone}`} width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" />
            </svg>
            <span>{part.name}</span>
            {part.aside}
            <b>{part.text}</b>
          </li>
        ))}
      </ul>
      {all === 0 && <p className="small quiet">{t("cards.none")}</p>}
    </div>
  );
}
