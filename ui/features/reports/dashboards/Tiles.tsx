/** The tiles of a dashboard, drawn by the components of their reports. */
import { Card } from "../../../components";
import { Stats } from "../../../components/data/Stat";
import type { Formatter } from "../../../lib/format";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";
import { PageLink, usePage } from "../../../page";
import { KeyFigure } from "../cards/KeyFigure";
import { FigureCard } from "../figures/FigureCard";
import type { ReportName } from "../standard/api";
import type { Tile, Tiles as Data } from "./api";
import type { boardGrammar } from "./query";
import { reportName, tileName } from "./words";

/** Tiles in their order, key figures that follow each other on one sheet. */
function runsOf(tiles: readonly Tile[]): { tile: Tile; place: number }[][] {
  const runs: { tile: Tile; place: number }[][] = [];
  tiles.forEach((tile, place) => {
    const last = runs.at(-1);
    if (tile.card && last?.[0]?.tile.card) last.push({ tile, place });
    else runs.push([{ tile, place }]);
  });
  return runs;
}

/** What a tile is narrowed to beside the page. */
function ownText({ frame }: Tile, { filters: whole, options }: Data, f: Formatter, t: TextFunction): string {
  if (!frame) return "";
  const { filters: own } = frame;
  const differs = (name: "bot" | "ch" | "out") => own[name].join() !== whole[name].join();
  const botNames = own.bot.map((id) => options.bots.find((bot) => bot.id === id)?.name ?? id);
  return [
    differs("bot") && f.list(botNames),
    own.grp !== whole.grp && t(`reports.${own.grp}`), // i18n: reports.overall reports.service reports.sales reports.psf
    differs("ch") && f.list(own.ch.map((channel) => t(`channel.${channel}`))), // i18n: channel.*
    differs("out") && t("places.n", { n: own.out.length }),
    (own.from !== whole.from || own.to !== whole.to) && f.range(own.from, own.to),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The grid. */
export function Tiles({ data }: { data: Data }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof boardGrammar>();
  return (
    <div className="grid12 own-tiles">
      {runsOf(data.tiles).map((run) => {
        const [{ tile, place }] = run as [(typeof run)[number]];
        if (tile.card)
          return (
            <div key={place} className="col-12">
              <Stats label={t("reports.cards")}>
                {run.map((member) => (
                  <KeyFigure
                    key={member.place}
                    card={member.tile.card!}
                    currency={member.tile.frame!.currency}
                    of={ownText(member.tile, data, f, t)}
                  />
                ))}
              </Stats>
            </div>
          );
        const name = tileName(tile, t);
        if (!tile.content || !tile.frame)
          return (
            <Card key={place} className="col-6" title={name}>
              <p className="quiet">{t(`boards.trouble.${tile.trouble}`) /* i18n: boards.trouble.* */}</p>
            </Card>
          );
        const address = tile.address && `?${tile.address}`;
        const frame = query.markers === "off" ? { ...tile.frame, markers: [] } : tile.frame;
        return (
          <FigureCard
            key={place}
            id={`t-${place + 1}`}
            report={tile.report as ReportName}
            subject={tile.subject}
            figure={tile.content}
            data={frame}
            lead={
              <>
                <PageLink to={`/reports/${tile.report}${address}`}>{reportName(tile.report, t)}</PageLink>{" "}
                {ownText(tile, data, f, t)}
              </>
            }
            file={`/api/v1/reports/${tile.report}/${tile.content.id}.csv${address}`}
          />
        );
      })}
    </div>
  );
}
