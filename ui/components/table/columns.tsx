/** What a full table knows of its columns: which are shown, their place on a narrow screen, and their totals. */
import type { ReactNode } from "react";
import type { Column } from "../Table";
import "./table.css";

/** A column of a full table. */
export interface DataColumn<Row> extends Column<Row> {
  /** Its name in the menu of columns and on a card. */
  name: string;
  /** Always there: it cannot be chosen away. */
  fixed?: boolean;
  /** Left out under 1100 px, where it would squeeze what matters more. */
  wide?: boolean;
  /** Left out on a tablet, where the names of rows need its place; on a phone, cards have it. */
  offTablet?: boolean;
  /** Where it is when a row becomes a card: name and state, place and time, then facts in a line. */
  slot?: "name" | "state" | "place" | "time" | "fact" | "none";
  /** Its sum over everything listed. */
  total?: ReactNode;
}

/** The columns a reader sees: those chosen, or all where none is. */
export function chosen<Row>(columns: readonly DataColumn<Row>[], keys: readonly string[]): DataColumn<Row>[] {
  return columns.filter((column) => column.fixed || keys.length === 0 || keys.includes(column.key));
}

/** The choice after one column is put in or taken out; all of them is no choice. */
export function toggled<Row>(columns: readonly DataColumn<Row>[], keys: readonly string[], key: string): string[] {
  const free = columns.filter((column) => !column.fixed).map((column) => column.key);
  const now = keys.length === 0 ? free : free.filter((column) => keys.includes(column));
  const next = now.includes(key)
    ? now.filter((column) => column !== key)
    : free.filter((column) => column === key || now.includes(column));
  return next.length === free.length || next.length === 0 ? [] : next;
}

const widthClass = ({ wide, offTablet }: { wide?: boolean; offTablet?: boolean }) =>
  wide ? "wide" : offTablet ? "off-tablet" : "";

const slotOf = <Row,>(column: DataColumn<Row>) => column.slot ?? (column.rowHead ? "name" : "fact");

/** A column as the table draws it: its slot as a class, and facts named where the head is gone. */
export function drawn<Row>(column: DataColumn<Row>): Column<Row> {
  const slot = slotOf(column);
  return {
    ...column,
    className: [`slot-${slot}`, widthClass(column), column.className ?? ""].filter(Boolean).join(" "),
    cell: (row, index) => (
      <>
        {slot === "fact" && <i className="fact-name">{column.name}</i>}
        {column.cell(row, index)}
      </>
    ),
  };
}

/** The row of totals, under whatever columns are shown; `before` and `after` count the columns of controls. */
export function Totals<Row>({
  label,
  columns,
  before,
  after,
}: {
  label: ReactNode;
  columns: readonly DataColumn<Row>[];
  before: number;
  after: number;
}) {
  return (
    <tr>
      {before > 0 && <td className="slot-none" />}
      {columns.map((column) =>
        column.rowHead ? (
          <th key={column.key} scope="row" className="slot-name">
            {label}
          </th>
        ) : (
          <td
            key={column.key}
            className={[
              column.numeric ? "num" : "",
              column.total === undefined ? "slot-none" : "slot-fact",
              widthClass(column),
            ]
              .filter(Boolean)
              .join(" ")}
          >
            {column.total !== undefined && (
              <>
                <i className="fact-name">{column.name}</i>
                {column.total}
              </>
            )}
          </td>
        ),
      )}
      {after > 0 && <td className="slot-none" />}
    </tr>
  );
}
