/** The intents most turns were understood as. */
import { Card } from "../../../components";
import { Table } from "../../../components/Table";
import { Bar } from "../../../components/charts/Bar";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink } from "../../../page";
import { EstimatedNote } from "./EstimatedNote";
import { FigureLink } from "./FigureLink";
import type { Dashboard, IntentRow } from "./types";

/** Above this share of fallbacks the figure is shown as bad. */
const HIGH_FALLBACK = 9;

/** Ten rows: turns, share as a bar, confidence, what followed. */
export function IntentsCard({ data }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const { turns, items } = data.intents;
  const most = Math.max(1, ...items.map((item) => item.share ?? 0));
  const title = t("parts.intents");
  return (
    <Card
      className="col-7 tc"
      title={title}
      lead={turns === null ? f.number(null) : t("parts.understood", { n: turns })}
      aside={<FigureLink figure="intents" name={title} />}
      flush
    >
      <Table<IntentRow>
        caption={title}
        compact
        rows={items}
        rowKey={(row) => row.intent}
        columns={[
          {
            key: "intent",
            head: t("parts.intent"),
            rowHead: true,
            cell: (row) => (
              <PageLink to={row.link} title={t("reports.opens.fallback_rate", { n: row.turns })}>
                {row.title}
              </PageLink>
            ),
          },
          { key: "turns", head: t("parts.turns"), numeric: true, cell: (row) => f.number(row.turns) },
          {
            key: "bar",
            head: <span className="sr">{t("reports.bar")}</span>,
            className: "bc",
            cell: (row) => <Bar share={((row.share ?? 0) / most) * 100} />,
          },
          {
            key: "share",
            head: t("reports.share"),
            numeric: true,
            className: "quiet wide",
            cell: (row) => f.percent(row.share),
          },
          {
            key: "confidence",
            head: t("parts.confidence"),
            numeric: true,
            className: "wide",
            cell: (row) => f.percent(row.confidence === null ? null : row.confidence * 100, 0),
          },
          {
            key: "after",
            head: t("parts.fallbackAfter"),
            numeric: true,
            cell: (row) => (
              <span className={(row.fallback_after ?? 0) >= HIGH_FALLBACK ? "bad" : undefined}>
                {f.percent(row.fallback_after)}
              </span>
            ),
          },
          {
            key: "csat",
            head: t("parts.csatShort"),
            numeric: true,
            className: "wide",
            cell: (row) => f.percent(row.csat),
          },
        ]}
      />
      <EstimatedNote data={data} />
    </Card>
  );
}
