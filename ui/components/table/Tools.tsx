/** How a table is looked at: its columns and its density, as links, so that the address remembers them. */
import type { ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { Menu, MenuLink } from "../choices";
import { toggled, type DataColumn } from "./columns";
import "./table.css";

/** The reader's view of a table, from the address, and the addresses of other views. */
export interface View {
  /** Keys of the columns chosen; none is all. */
  columns: readonly string[];
  dense: boolean;
  to: (changes: { columns?: readonly string[]; dense?: boolean }) => string;
}

/** What is listed, on phones the order, and the menu of columns and density. */
export function Tools<Row>({
  lead,
  columns,
  view,
  pickAll,
}: {
  lead?: ReactNode;
  columns: readonly DataColumn<Row>[];
  view?: View | undefined;
  /** The box that ticks the page, where the head that has it is not shown. */ pickAll?: ReactNode;
}) {
  const t = useText();
  const sortable = columns.filter((column) => column.sort);
  const free = columns.filter((column) => !column.fixed);
  const on = (key: string) => !view || view.columns.length === 0 || view.columns.includes(key);
  return (
    <div className="table-tools">
      {pickAll && <span className="phone">{pickAll}</span>}
      <span className="quiet">{lead}</span>
      {sortable.length > 0 && (
        <div className="phone">
          <Menu label={t("data.sort")}>
            {sortable.map((column) => (
              <MenuLink
                key={column.key}
                to={column.sort!.to}
                current={column.sort!.dir !== null}
                {...(column.sort!.dir && { icon: column.sort!.dir === "asc" ? "arrow-up" : "arrow-down" })}
              >
                {column.name}
              </MenuLink>
            ))}
          </Menu>
        </div>
      )}
      {view && (
        <Menu label={t("data.view")}>
          <p className="menu-title">{t("data.density")}</p>
          {[false, true].map((dense) => (
            <MenuLink key={String(dense)} replace to={view.to({ dense })} current={view.dense === dense}>
              {t(dense ? "data.compact" : "data.roomy")}
            </MenuLink>
          ))}
          <p className="menu-title">{t("data.columns")}</p>
          {free.map((column) => (
            <MenuLink
              key={column.key}
              replace
              to={view.to({ columns: toggled(columns, view.columns, column.key) })}
              current={on(column.key)}
            >
              {column.name}
            </MenuLink>
          ))}
        </Menu>
      )}
    </div>
  );
}
