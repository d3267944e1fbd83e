/** The list of customers. */
import { useCan } from "../../../components";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { later, usePage } from "../../../page";
import { mastersApi } from "./api";
import { Person } from "./cells";
import { ListFrame } from "./ListFrame";
import type { customersGrammar } from "./query";
import "../../../styles/masters.css";

const CustomerSheet = later(() => import("./Sheets"), "CustomerSheet");
const CLOSED = { do: undefined };
const FIRST = { page: undefined, ...CLOSED };

/** The page. */
export default function CustomersPage() {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof customersGrammar>();
  const { do: doing, ...list } = query;
  const result = mastersApi.useCustomersQuery(list);
  return (
    <>
      <ListFrame
        part="customers"
        title={t("masters.customers")}
        lead={result.data ? t("masters.countCustomers", { n: result.data.total }) : ""}
        icon="users"
        result={result}
        search={t("masters.searchCustomers")}
        narrowing={{ q: query.q }}
        add={here({ do: "new" })}
        addLabel={t("masters.newCustomer")}
      >
        <Table
          caption={t("masters.customers")}
          rows={result.data?.items ?? []}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "name",
              head: t("masters.name"),
              rowHead: true,
              className: "slot-name",
              sort: sortBy(query.sort, "name", (sort) => here({ ...FIRST, sort })),
              cell: (row) => <Person of={row} />,
            },
            {
              key: "email",
              head: t("masters.email"),
              className: "slot-fact",
              cell: (row) => <bdi dir="ltr">{row.email || "—"}</bdi>,
            },
            {
              key: "outlet",
              head: t("masters.outlet"),
              className: "slot-place",
              cell: (row) => <bdi>{row.outlet?.name ?? "—"}</bdi>,
            },
            {
              key: "vehicles",
              head: t("masters.vehicles"),
              numeric: true,
              className: "slot-fact",
              cell: (row) => (
                <>
                  <i className="fact-name">{t("masters.vehicles")}</i>
                  {f.number(row.vehicles)}
                </>
              ),
            },
          ]}
        />
      </ListFrame>
      {doing === "new" && can("create", "Master") && <CustomerSheet to={here(CLOSED)} />}
    </>
  );
}
