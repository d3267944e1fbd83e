/**
 * A list one works in: sorting, choice of columns, density, ticking rows, a menu a row, totals; all of it in the
 * address.
 */
import { useId, useRef, type HTMLAttributes, type ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { Progress } from "../Card";
import { ActionMenu } from "../floats/ActionMenu";
import { useAnswered } from "../forms/refused";
import { Table, type Column } from "../Table";
import { BulkBar, fieldOf, type Bulk } from "./Bulk";
import { chosen, drawn, Totals, type DataColumn } from "./columns";
import { Tools, type View } from "./Tools";
import { useRowKeys, useSelection } from "./useRows";
import "./table.css";

interface Props<Row> {
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What a row is called where its box and its menu are named. */
  rowName: (row: Row) => string;
  /** What a row has besides its cells. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** How many there are, and the like, at the start of the tools. */
  lead?: ReactNode;
  /** The reader's view of the table, and the addresses of others. */
  view?: View;
  /** What can be done with ticked rows. */
  bulk?: Bulk;
  /** The lines of a row's menu. */
  menu?: (row: Row) => ReactNode;
  /** What is done most often, in a `dt-quick` before the menu while a pointer or the focus is in the row. */
  quick?: (row: Row) => ReactNode;
  /** The name of the row of totals; without it there is none. */
  total?: string;
  /** Another answer is on its way; the rows stay. */
  busy?: boolean;
  /** What replaces rows: nothing here, or why they did not come. */
  instead?: ReactNode;
  /** Whether `j`, `k` and `x` are this table's: the one a page is about. */
  keys?: boolean;
}

/** The table with its tools; under 640 px every row is a card. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowName,
  rowProps,
  lead,
  view,
  bulk,
  menu,
  quick,
  total,
  busy = false,
  instead,
  keys = false,
}: Props<Row>) {
  const t = useText();
  const form = useId();
  const refused = useAnswered();
  const ref = useRef<HTMLDivElement>(null);
  const picked = useSelection(ref, rows);
  useRowKeys(ref, keys);
  const dataColumns = chosen(columns, view?.columns ?? []);
  const all: Column<Row>[] = dataColumns.map(drawn);
  const pickAll = bulk && (
    <input
      type="checkbox"
      className="scripted"
      aria-label={t("data.selectAll")}
      checked={picked.all}
      ref={(box) => void (box && (box.indeterminate = picked.some))}
      onChange={(event) => picked.tickAll(event.target.checked)}
    />
  );
  if (bulk) {
    const field = fieldOf(bulk);
    const ticked = refused?.values[field]?.split("\n");
    all.unshift({
      key: "pick",
      className: "slot-pick",
      head: pickAll,
      cell: (row) => (
        <input
          type="checkbox"
          className="pick"
          name={field}
          value={rowKey(row)}
          defaultChecked={ticked?.includes(rowKey(row))}
          form={form}
          aria-label={t("data.select", { name: rowName(row) })}
          onChange={picked.recount}
        />
      ),
    });
  }
  if (menu) {
    all.push({
      key: "menu",
      className: "slot-menu",
      head: <span className="sr">{t("data.actions")}</span>,
      cell: (row) => (
        <>
          {quick?.(row)}
          <ActionMenu label={t("data.actionsOf", { name: rowName(row) })} icon="ellipsis" align="end">
            {menu(row)}
          </ActionMenu>
        </>
      ),
    });
  }
  return (
    <div className="data-table" ref={ref} aria-busy={busy}>
      {(lead || view) && <Tools lead={lead} columns={columns} view={view} pickAll={pickAll} />}
      {bulk && <BulkBar id={form} bulk={bulk} count={picked.count} onReset={picked.clear} />}
      {busy ? <Progress /> : <div className="progress-room" />}
      {instead ?? (
        <Table
          caption={caption}
          columns={all}
          rows={rows}
          rowKey={rowKey}
          {...(rowProps && { rowProps })}
          compact={view?.dense ?? false}
          foot={total && <Totals label={total} columns={dataColumns} before={bulk ? 1 : 0} after={menu ? 1 : 0} />}
        />
      )}
    </div>
  );
}
