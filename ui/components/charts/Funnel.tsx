/** How many come through each stage, and where they are lost. */
import type { ReactNode } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { PageLink } from "../Link";
import { Table } from "../Table";
import { Hatch } from "./Hatch";
import { pct } from "./scale";
import "./charts.css";
import "./plots.css";

/** One stage; each holds all later ones. */
export interface Stage {
  key: string;
  label: string;
  value: number;
  to?: string;
  /** Still being counted: hatched. */
  partial?: boolean;
  note?: ReactNode;
}

/** Too large a loss is marked: fewer than this share of the stage before came on. */
const MARKED = 0.33;

/** The stages as bars over the one before, with shares of the previous and of the first; it is its own table. */
export function Funnel({
  caption,
  unit,
  stages,
  note,
}: {
  caption: string;
  unit: string;
  stages: readonly Stage[];
  note?: string;
}) {
  const t = useText();
  const f = useFormat();
  const first = stages[0]?.value ?? 0;
  const of = (value: number, whole: number | undefined) => (whole ? (value / whole) * 100 : null);
  const share = (value: number) => pct(of(value, first) ?? 0);
  return (
    <Table
      caption={caption}
      rows={stages}
      rowKey={(stage) => stage.key}
      columns={[
        {
          key: "place",
          head: <span className="sr">{t("data.funnel.place")}</span>,
          className: "funnel-place",
          cell: (_, index) => f.number(index + 1),
        },
        {
          key: "label",
          head: t("data.funnel.stage"),
          rowHead: true,
          cell: (stage) => (stage.to ? <PageLink to={stage.to}>{stage.label}</PageLink> : stage.label),
        },
        {
          key: "bar",
          head: <span className="sr">{t("data.bar")}</span>,
          className: "funnel-bar",
          cell: (stage, index) => (
            <svg className="funnel" aria-hidden="true">
              <rect className="track" width="100%" />
              {index > 0 && <rect className="before" width={share(stages[index - 1]!.value)} rx="2" />}
              {stage.partial ? (
                <Hatch tone={1}>{(fill) => <rect className="s1" width={share(stage.value)} fill={fill} />}</Hatch>
              ) : (
                <rect className="c1" width={share(stage.value)} rx="2" />
              )}
            </svg>
          ),
        },
        { key: "value", head: unit, numeric: true, cell: (stage) => <b>{f.number(stage.value)}</b> },
        {
          key: "previous",
          head: t("data.funnel.ofPrevious"),
          numeric: true,
          cell: (stage, index) => {
            const share = index === 0 ? null : of(stage.value, stages[index - 1]?.value);
            return <span className={share !== null && share < MARKED * 100 ? "bad" : "quiet"}>{f.percent(share)}</span>;
          },
        },
        {
          key: "first",
          head: t("data.funnel.ofFirst"),
          numeric: true,
          className: "quiet",
          cell: (stage) => f.percent(of(stage.value, first)),
        },
        ...(note
          ? [
              {
                key: "note",
                head: note,
                numeric: true,
                className: "quiet wide",
                cell: (stage: Stage) => stage.note ?? f.number(null),
              },
            ]
          : []),
      ]}
    />
  );
}
