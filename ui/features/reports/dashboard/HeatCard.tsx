/** Sessions by weekday and hour. */
import { Card } from "../../../components";
import { HeatLegend, HeatMap } from "../../../components/charts/HeatMap";
import { TableTwin } from "../../../components/charts/TableTwin";
import { useFormat, useText } from "../../../lib/i18n";
import { EstimatedNote } from "./EstimatedNote";
import { FigureLink } from "./FigureLink";
import type { Dashboard } from "./types";

/** An hour of the day as two digits. */
function clock(hour: number): string {
  return String(hour).padStart(2, "0");
}

/** The map, its scale, its peak and the table twin. */
export default function HeatCard({ data, isWide }: { data: Dashboard; isWide: boolean }) {
  const t = useText();
  const f = useFormat();
  const { cells, max, peak, partial } = data.heat;
  const days = cells.map((_, index) => f.weekday(index));
  const hours = Array.from({ length: 24 }, (_, hour) => clock(hour));
  const title = t("reports.heat");
  const isPartial = (weekday: number, hour: number) => partial?.weekday === weekday && partial.hour === hour;
  const mean = (value: number | null) => f.number(value, { digits: value !== null && value % 1 ? 1 : 0 });
  const hourOf = (weekday: number, hour: number, value: number | null) =>
    [
      t("reports.peakAt", { day: f.weekday(weekday), hour: clock(hour), n: mean(value) }),
      isPartial(weekday, hour) && t("reports.partial"),
    ]
      .filter(Boolean)
      .join(f.comma);
  return (
    <Card className={isWide ? "col-12" : "col-7"} title={title} lead={t("parts.heatSub")}>
      <HeatMap
        label={title}
        summary={peak ? `${t("reports.peak")} ${hourOf(peak.weekday, peak.hour, peak.value)}` : t("parts.heatSub")}
        read={(row, column) => hourOf(row, column, cells[row]?.[column] ?? null)}
        cells={cells}
        max={max}
        rows={days}
        columns={hours.map((hour, index) => (index % 3 === 0 ? hour : ""))}
        peak={peak && { row: peak.weekday, column: peak.hour }}
        partial={partial && { row: partial.weekday, column: partial.hour }}
      />
      <p className="hx flex dim">
        {f.number(0)} <HeatLegend /> {f.number(max, { digits: max % 1 ? 1 : 0 })}
      </p>
      {partial && <p className="quiet small">{t("parts.partialHour", { hour: clock(partial.hour) })}</p>}
      <EstimatedNote data={data} />
      <FigureLink figure="heat" name={title} />
      <TableTwin
        summary={t("reports.asTable")}
        caption={title}
        head={[t("reports.weekday"), ...hours]}
        rows={cells.map((row, index) => ({
          key: String(index),
          cells: [days[index], ...row.map((value, hour) => (isPartial(index, hour) ? `${mean(value)}*` : mean(value)))],
        }))}
      />
    </Card>
  );
}
