import { Card, Empty, Notice, Pill, ProblemNotice } from "../../../components";
import { Delta } from "../../../components/charts/Delta";
import { MenuPlace } from "../../../components/floats/ActionMenu";
import { DataTable } from "../../../components/table/DataTable";
import { TreeTable, type TreeRow } from "../../../components/table/TreeTable";
import type { DataColumn } from "../../../components/table/columns";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { useGetForm, usePage } from "../../../page";
import type { designGrammar } from "./query";
import { OUTLETS, PLACES, type Outlet, type Place } from "./samples";

const TONES = { live: "good", paused: "warn", draining: "acc", draft: "quiet" } as const;

/** The columns of outlets, sorted by the address. */
function useOutletColumns(): DataColumn<Outlet>[] {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof designGrammar>();
  const sort = (key: "name" | "sessions") => sortBy(query.sort || "name", key, (sort) => here({ sort }));
  const head = (name: string) => ({ name, head: name });
  return [
    {
      key: "name",
      ...head(t("design.outlet")),
      rowHead: true,
      fixed: true,
      sort: sort("name"),
      cell: (row) => <a href={`/reports/conversations?outlet=${row.id}`}>{row.name}</a>,
    },
    {
      key: "state",
      ...head(t("bots.status")),
      slot: "state",
      cell: (row) => <Pill tone={TONES[row.state]}>{t(`bot.s.${row.state}`) /* i18n: bot.s.* */}</Pill>,
    },
    { key: "city", ...head(t("design.city")), slot: "place", wide: true, cell: (row) => row.city },
    {
      key: "seen",
      ...head(t("design.seen")),
      slot: "time",
      cell: (row) => (
        <time dateTime={row.seen}>
          {f.day(row.seen)} {f.time(row.seen)}
        </time>
      ),
    },
    {
      key: "sessions",
      ...head(t("reports.sessions")),
      numeric: true,
      sort: sort("sessions"),
      cell: (row) => f.number(row.sessions),
      total: f.number(OUTLETS.reduce((sum, row) => sum + row.sessions, 0)),
    },
    {
      key: "resolved",
      ...head(t("reports.k.resolved_containment_rate")),
      numeric: true,
      cell: (row) => <b>{f.percent(row.resolved)}</b>,
      total: f.percent(75.4),
    },
    {
      key: "change",
      ...head(t("reports.change")),
      numeric: true,
      cell: (row) =>
        row.change === null ? (
          <span className="quiet small">{t("design.needs", { n: 30 })}</span>
        ) : (
          <Delta
            value={row.change}
            text={t("reports.pp", { n: f.number(Math.abs(row.change), { digits: 1 }) })}
            spoken={t(row.change > 0 ? "reports.up" : "reports.down")}
          />
        ),
    },
  ];
}

const BY: Readonly<Record<string, (a: Outlet, b: Outlet) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name, "en"),
  "-name": (a, b) => b.name.localeCompare(a.name, "en"),
  sessions: (a, b) => a.sessions - b.sessions,
  "-sessions": (a, b) => b.sessions - a.sessions,
};

/** Rows to read, and to sort by a column. */
export function PlainRows() {
  const t = useText();
  const { query } = usePage<typeof designGrammar>();
  const columns = useOutletColumns();
  return (
    <Card className="col-12" flush title={t("design.s.basicTable")}>
      <DataTable
        caption={t("design.s.basicTable")}
        columns={columns}
        rows={OUTLETS.toSorted(BY[query.sort || "name"])}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
      />
    </Card>
  );
}

/** The table one works in: columns, density, order, ticked rows. */
export function Rows() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof designGrammar>();
  const submit = useGetForm();
  const columns = useOutletColumns();
  const rows = OUTLETS.toSorted(BY[query.sort || "name"]);
  const shared = {
    caption: t("design.s.table"),
    columns,
    rowKey: (row: Outlet) => row.id,
    rowName: (row: Outlet) => row.name,
  };
  const compared = OUTLETS.filter((row) => query.compare.includes(row.id)).map((row) => row.name);
  return (
    <>
      <Card className="col-12" flush title={t("design.s.table")}>
        {compared.length > 0 && <Notice title={t("design.compared", { names: compared.join(f.comma) })} />}
        <DataTable
          {...shared}
          keys
          rows={rows}
          lead={t("design.outletCount", { n: rows.length })}
          view={{ columns: query.columns, dense: query.dense, to: (changes) => here(changes) }}
          bulk={{
            to: here({ compare: undefined }),
            field: "compare",
            actions: [{ key: "compare", label: t("design.compare"), icon: "activity" }],
            onSubmit: submit,
          }}
          menu={(row) => (
            <MenuPlace to={`/reports/conversations?outlet=${row.id}`} icon="messages-square">
              {t("design.openSessions")}
            </MenuPlace>
          )}
          total={t("design.total")}
        />
      </Card>
    </>
  );
}

/** A table while it loads, without rows, and when it failed. */
export function RowStates() {
  const t = useText();
  const columns = useOutletColumns();
  const shared = {
    caption: t("design.s.table"),
    columns,
    rowKey: (row: Outlet) => row.id,
    rowName: (row: Outlet) => row.name,
  };
  const rows = OUTLETS.slice(0, 2);
  return (
    <>
      <Card className="col-6" flush title={t("design.state.busy")}>
        <DataTable {...shared} columns={columns.slice(0, 2)} rows={rows} busy />
      </Card>
      <Card className="col-3" flush title={t("design.state.empty")}>
        <DataTable {...shared} rows={[]} instead={<Empty icon="filter" title={t("design.st.filtered")} />} />
      </Card>
      <Card className="col-3" flush title={t("reports.o.error")}>
        <DataTable
          {...shared}
          rows={[]}
          instead={<ProblemNotice problem={{ status: 503, request_id: "req_7F3K2" }} />}
        />
      </Card>
    </>
  );
}

/** The rows of a tree that are to be seen while `open` are open. */
function visible(
  places: readonly Place[],
  open: readonly string[],
  to: (open: string[]) => string,
  level = 1,
): TreeRow<Place>[] {
  return places.flatMap((place) => {
    const isOpen = open.includes(place.key);
    const row = {
      key: place.key,
      level,
      name: place.name,
      row: place,
      open: place.children ? isOpen : null,
      toggle: to(isOpen ? open.filter((key) => key !== place.key) : [...open, place.key]),
    };
    return [row, ...(isOpen ? visible(place.children ?? [], open, to, level + 1) : [])];
  });
}

/** Outlets below their places. */
export function Tree() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof designGrammar>();
  const head = (name: string) => ({ name, head: name });
  return (
    <Card className="col-12" flush title={t("design.s.tree")}>
      <TreeTable
        caption={t("design.s.tree")}
        rows={visible(PLACES, query.open, (open) => here({ open }))}
        total={t("design.total")}
        columns={[
          { key: "name", ...head(t("design.outlet")), rowHead: true, cell: (place: Place) => place.name },
          {
            key: "sessions",
            ...head(t("reports.sessions")),
            numeric: true,
            cell: (place) => f.number(place.sessions),
            total: f.number(PLACES.reduce((sum, place) => sum + place.sessions, 0)),
          },
          {
            key: "resolved",
            ...head(t("reports.k.resolved_containment_rate")),
            numeric: true,
            cell: (place) => f.percent(place.resolved),
            total: f.percent(75),
          },
        ]}
      />
    </Card>
  );
}
