/** Sessions by channel. */
import { Card } from "../../../components";
import { Table } from "../../../components/Table";
import { Bar } from "../../../components/charts/Bar";
import { ChannelMark } from "../../../components/charts/ChannelMark";
import { Delta } from "../../../components/charts/Delta";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink } from "../../../page";
import { deltaText, SMALL } from "../cards/figures";
import { EstimatedNote } from "./EstimatedNote";
import { FigureLink } from "./FigureLink";
import type { ChannelRow, Dashboard } from "./types";

const UnmeasuredNote = later(() => import("./UnmeasuredNote"), "UnmeasuredNote");

/** Sessions, share as a bar, change, satisfaction, fallback. */
export function ChannelsCard({ data }: { data: Dashboard }) {
  const t = useText();
  const f = useFormat();
  const most = Math.max(1, ...data.channels.map((row) => row.share ?? 0));
  const title = t("reports.channels");
  const few = data.channels.some((row) => row.csat !== null && row.ratings < SMALL);
  return (
    <Card className="col-5 tc" title={title} aside={<FigureLink figure="channels" name={title} />} flush>
      <Table<ChannelRow>
        caption={title}
        compact
        rows={data.channels}
        rowKey={(row) => row.channel}
        columns={[
          {
            key: "channel",
            head: t("reports.channel"),
            rowHead: true,
            cell: (row) => (
              <PageLink to={row.link}>
                <ChannelMark channel={row.channel} />
                {t(`channel.${row.channel}`) /* i18n: channel.* */}
              </PageLink>
            ),
          },
          { key: "sessions", head: t("reports.sessions"), numeric: true, cell: (row) => f.number(row.sessions) },
          {
            key: "bar",
            head: <span className="sr">{t("reports.bar")}</span>,
            className: "bc wide",
            cell: (row) => <Bar share={((row.share ?? 0) / most) * 100} />,
          },
          {
            key: "delta",
            head: t("reports.change"),
            numeric: true,
            cell: (row) => (
              <Delta
                value={row.delta}
                text={deltaText(row.delta, "percent", f, t)}
                spoken={t((row.delta ?? 0) > 0 ? "reports.up" : "reports.down")}
              />
            ),
          },
          {
            key: "csat",
            head: t("parts.csatShort"),
            numeric: true,
            cell: (row) => (
              <span className={row.csat !== null && row.ratings < SMALL ? "quiet" : undefined}>
                {f.percent(row.csat)}
                {row.csat !== null && row.ratings < SMALL && "*"}
              </span>
            ),
          },
          {
            key: "fallback",
            head: t("reports.fallback"),
            numeric: true,
            className: "wide",
            cell: (row) => f.percent(row.fallback),
          },
        ]}
      />
      {data.filters.compared?.measured === false && <UnmeasuredNote compared={data.filters.compared} />}
      <EstimatedNote data={data} />
      {few && <p className="nt">{`* ${t("reports.few")}`}</p>}
    </Card>
  );
}
