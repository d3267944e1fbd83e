/** Things ranked by one or two values: a bar each, its number beside it; the list is its own table. */
import type { ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { Table } from "../Table";
import { pct } from "./scale";
import "./plots.css";

/** One bar or a group of them. */
export interface Ranked {
  key: string;
  label: ReactNode;
  /** A value for every tone; null is no value. */
  values: readonly (number | null)[];
  /** The same value before, as a dark stroke across the bar. */
  previous?: number;
  note?: ReactNode;
}

interface Props {
  caption: string;
  /** The heads of the columns: what, the values, the note. */
  heads: { label: string; values: readonly string[]; note?: string };
  rows: readonly Ranked[];
  tones?: readonly number[];
  number: (value: number | null) => string;
  /** A value to stay under or above, drawn through all bars. */
  limit?: { value: number; text: string };
}

/** The list, in the order given; bars begin at the same place and share one scale. */
export function BarList({ caption, heads, rows, tones = [1], number, limit }: Props) {
  const t = useText();
  const max = Math.max(
    1e-9,
    limit?.value ?? 0,
    ...rows.flatMap((row) => [...row.values.map((value) => value ?? 0), row.previous ?? 0]),
  );
  const share = (value: number) => pct((value / max) * 100);
  const list = (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { key: "label", head: heads.label, rowHead: true, cell: (row) => row.label },
        {
          key: "bar",
          head: <span className="sr">{t("data.bar")}</span>,
          className: "bars",
          cell: (row) => (
            <svg className={`bar-group of-${row.values.length}`} aria-hidden="true">
              {row.values.map((value, index) => (
                <rect
                  key={index}
                  className={`c${tones[index] ?? 8}`}
                  y={index * 9}
                  height={row.values.length > 1 ? 7 : 10}
                  width={share(value ?? 0)}
                  rx="2"
                />
              ))}
              {row.previous !== undefined && (
                <line className="bar-before" x1={share(row.previous)} x2={share(row.previous)} y1="-3" y2="13" />
              )}
              {limit && <line className="bar-limit" x1={share(limit.value)} x2={share(limit.value)} y1="-3" y2="18" />}
            </svg>
          ),
        },
        ...heads.values.map((head, index) => ({
          key: `v${index}`,
          head,
          numeric: true,
          cell: (row: Ranked) => <b>{number(row.values[index] ?? null)}</b>,
        })),
        ...(heads.note
          ? [{ key: "note", head: heads.note, numeric: true, className: "quiet", cell: (row: Ranked) => row.note }]
          : []),
      ]}
    />
  );
  if (!limit) return list;
  return (
    <>
      {list}
      <ul className="legend">
        <li>
          <svg aria-hidden="true">
            <line className="bar-limit" x1="6" x2="6" y1="-2" y2="12" />
          </svg>
          {limit.text}
        </li>
      </ul>
    </>
  );
}
