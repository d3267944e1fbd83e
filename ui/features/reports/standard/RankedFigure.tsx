/** Classes or things in an order of their own, a bar each; the list is its own table. */
import { BarList } from "../../../components/charts/BarList";
import { type Drawn, headText, numberText, valueText } from "./values";

/** The list: the first number of each row is drawn, its share stands beside it. */
export function RankedFigure({ figure, title, writer }: Drawn) {
  const [name, count, share] = figure.columns;
  return (
    <BarList
      caption={title}
      heads={{
        label: headText(name!, 0, writer),
        values: [headText(count!, 1, writer)],
        ...(share && { note: headText(share, 2, writer) }),
      }}
      rows={figure.rows.map((row) => ({
        key: String(row[0]),
        label: valueText(name!, row[0], writer),
        values: [row[1] as number | null],
        ...(share && { note: valueText(share, row[2], writer) }),
      }))}
      number={(value) => numberText(count!.unit, value, writer)}
    />
  );
}
