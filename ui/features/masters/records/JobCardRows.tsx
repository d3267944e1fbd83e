/** Job cards as a table, in their list and on their vehicle's page. */
import { PageLink } from "../../../components";
import { Table, type Column } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { Code, StatePill } from "./cells";
import { usePage } from "../../../page";
import { nameOf, type JobCard } from "./types";
import "../../../components/table/table.css";

interface Props {
  rows: readonly JobCard[];
  /** The address of the form that changes one, for who may. */
  edit?: ((id: string) => string) | undefined;
  sort?: Column<JobCard>["sort"];
  /** Left out on the page of their vehicle. */
  ofOne?: boolean;
}

/** The table. */
export function JobCardRows({ rows, edit, sort, ofOne }: Props) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const columns: Column<JobCard>[] = [
    {
      key: "number",
      head: t("masters.number"),
      rowHead: true,
      className: "slot-name",
      cell: (row) =>
        edit ? (
          <PageLink to={edit(row.id)}>
            <Code>{row.number}</Code>
          </PageLink>
        ) : (
          <Code>{row.number}</Code>
        ),
    },
    {
      key: "vehicle",
      head: t("masters.vehicle"),
      className: "slot-fact",
      cell: (row) =>
        row.vehicle ? (
          <PageLink to={`/admin/masters/vehicles/${row.vehicle.id}`}>
            <Code>{row.vehicle.registration ?? row.vehicle.vin}</Code>
          </PageLink>
        ) : (
          "—"
        ),
    },
    {
      key: "opened",
      head: t("masters.openedOn"),
      className: "slot-fact",
      ...(sort && { sort }),
      cell: (row) => f.date(row.opened_on),
    },
    {
      key: "closed",
      head: t("masters.closedOn"),
      className: "slot-fact off-tablet",
      cell: (row) => f.date(row.closed_on),
    },
    {
      key: "type",
      head: t("masters.type"),
      className: "slot-fact",
      cell: (row) => <bdi>{nameOf({ code: row.type, labels: row.type_labels }, session.locale) || "—"}</bdi>,
    },
    {
      key: "outlet",
      head: t("masters.outlet"),
      className: "slot-place",
      cell: (row) => <bdi>{row.outlet?.name ?? "—"}</bdi>,
    },
    {
      key: "km",
      head: t("masters.odometer"),
      numeric: true,
      className: "slot-fact off-tablet",
      cell: (row) => (row.odometer_km === null ? "—" : t("masters.km", { n: f.number(row.odometer_km) })),
    },
    {
      key: "amount",
      head: t("masters.amount"),
      numeric: true,
      className: "slot-fact",
      cell: (row) => f.money(row.amount, row.currency),
    },
    { key: "state", head: t("masters.state"), className: "slot-state", cell: (row) => <StatePill state={row.state} /> },
  ];
  return (
    <Table
      caption={t("masters.jobCards")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={ofOne ? columns.filter((column) => column.key !== "vehicle") : columns}
    />
  );
}
