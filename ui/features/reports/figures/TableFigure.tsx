/** Rows of texts and numbers; a share has its bar. */
import type { Column as TableColumn } from "../../../components/Table";
import { Table } from "../../../components/Table";
import { Bar } from "../../../components/charts/Bar";
import { Delta } from "../../../components/charts/Delta";
import { mayOpen } from "../../../lib/session";
import { deltaText } from "../cards/figures";
import { find, PageLink, useSite } from "../../../page";
import { type Column, type Drawn, headText, valueText } from "./values";

type Row = Drawn["figure"]["rows"][number];

/** Later columns wait for a wide page. */
const SPARE = 6;
/** What a column may name in one word or two, which are not broken. */
const WORDS = new Set(["channel", "language", "cause", "group", "origin"]);
/** So many rows are shown of a table whose list has a page of its own. */
const FIRST_ROWS = 10;
/** From so many columns of the page on, a table has room for bars. */
const ROOMY = 5;

/** The table; the first cell of a row leads to what is behind it, if the reader may open that. */
export function TableFigure({ figure, title, writer, drawLesson }: Drawn) {
  const { t } = writer;
  const { pages, session } = useSite();
  const opens = (url: string) => mayOpen(find(pages, url)?.page.access ?? "public", session.user);
  const isRanked = figure.kind !== "table";
  const share = figure.columns.findIndex(({ id }) => id === "share");
  const lastShare = figure.columns.findLastIndex(({ unit }) => unit === "percent");
  // Classes without shares are drawn by their last share of something else, or by their numbers.
  const place = share < 0 && isRanked ? Math.max(1, lastShare) : share;
  const isSmall = (row: Row, index: number, number: number) =>
    row[index] !== null && figure.row_small?.[number]?.includes(figure.columns[index]!.id);
  const hasSmall = figure.rows.some((row, number) => row.some((_, index) => isSmall(row, index, number)));
  // Bars compare: of one row, or of rows that are all the same, they say nothing.
  const hasBars = place >= 0 && new Set(figure.rows.map((row) => row[place])).size > 1;
  const most = Math.max(1, ...figure.rows.map((row) => Number(row[place] ?? 0)));
  const lessons = drawLesson && figure.row_lessons?.some(Boolean) ? figure.row_lessons : null;
  // Of places the city, and whatever comes after the first number, wait for room.
  const places = figure.columns.filter(({ of }) => of === "place").length;
  const isWide = (column: Column, index: number) =>
    column.of === "place" ? index === 1 : index > Math.max(lessons ? 1 : 2, places);
  const columns = figure.columns.flatMap((column, index): TableColumn<Row>[] => {
    const isText = column.unit === "text" || column.unit === "date";
    const nameColumn: TableColumn<Row> = {
      key: column.id,
      head: headText(column, index, writer),
      numeric: !isText,
      className: [
        WORDS.has(column.of) && "nw",
        column.of === "step" && "of-step",
        isWide(column, index) && "wide",
        index > SPARE && "spare",
      ]
        .filter(Boolean)
        .join(" "),
      cell: (row, number) => {
        const value = row[index];
        const own = typeof value === "number" && figure.row_units?.[number];
        const text = (
          <bdi dir={column.of === "phone" ? "ltr" : undefined}>
            {valueText(own ? { ...column, unit: own } : column, value, writer)}
          </bdi>
        );
        if (isSmall(row, index, number))
          return (
            <span className="quiet" title={t("reports.n.few")}>
              {text}*
            </span>
          );
        // The city's column waits for room: its own row says it beside the group until then.
        if (column.of === "place" && index === 2 && value === null)
          return <bdi className="unless-wide">{valueText(column, row[1], writer)}</bdi>;
        if (column.of === "points" && typeof value === "number")
          return (
            <Delta
              value={value}
              text={deltaText(value, "pp", writer.f, t)}
              spoken={t(value > 0 ? "reports.up" : "reports.down")}
            />
          );
        const link = index === 0 ? figure.links[number] : null;
        return link && opens(link) ? <PageLink to={link}>{text}</PageLink> : text;
      },
      ...(index === 0 && { rowHead: true }),
    };
    if (index !== place || !hasBars || (figure.width < ROOMY && !isRanked)) return [nameColumn];
    const bar: TableColumn<Row> = {
      key: "bar",
      head: <span className="sr">{t("reports.bar")}</span>,
      className: "bc wide",
      cell: (row) => <Bar share={(Number(row[index] ?? 0) / most) * 100} />,
    };
    return [bar, nameColumn];
  });
  if (lessons)
    columns.push({
      key: "lesson",
      head: <span className="sr">{t("figures.lesson")}</span>,
      cell: (_, number) => lessons[number] && drawLesson!(lessons[number]),
    });
  const isCut = figure.link !== null && figure.rows.length > FIRST_ROWS && opens(figure.link);
  return (
    <div className="tc">
      <Table<Row>
        caption={title}
        compact
        rows={isCut ? figure.rows.slice(0, FIRST_ROWS) : figure.rows}
        rowKey={(_, index) => String(index)}
        columns={columns}
        foot={
          figure.totals && (
            <tr>
              <th scope="row">{t("reports.total")}</th>
              {columns.slice(1).map((column) => {
                const index = figure.columns.findIndex(({ id }) => id === column.key);
                return (
                  <td key={column.key} className={[column.numeric ? "num" : "", column.className].join(" ").trim()}>
                    {index > 0 && figure.totals![index] !== null
                      ? valueText(figure.columns[index]!, figure.totals![index], writer)
                      : ""}
                  </td>
                );
              })}
            </tr>
          )
        }
      />
      {
        // i18n: figures.firstRows docreport.firstRows speech.firstRows
        isCut && <p className="nt">{t(`${writer.heads}.firstRows`, { n: FIRST_ROWS })}</p>
      }
      {hasSmall && <p className="nt">{`* ${t("reports.n.few")}`}</p>}
    </div>
  );
}
