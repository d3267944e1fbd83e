/** Leads as a list; ticked ones are given to an outlet or a person in one form, with or without a script. */
import { Card, Empty, LinkButton, MenuLink, PageHead, PageLink, Trouble, useCan } from "../../components";
import { Pagination } from "../../components/Pagination";
import { FilterMenu } from "../../components/filters";
import { Table } from "../../components/Table";
import { drawn } from "../../components/table/columns";
import { useFormat, useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { sortBy } from "../../lib/sort";
import { later, usePage } from "../../page";
import { leadsApi } from "./api";
import { Assign, useTickColumn } from "./Assign";
import { Due, StatePill, useVehicle, Views } from "./cells";
import { Filters } from "./Filters";
import type { listGrammar } from "./query";
import { STATES, type Lead } from "./types";

const NewLeadSheet = later(() => import("./Sheets"), "NewLeadSheet");
const CLOSED = { do: undefined };
const FIRST = { page: undefined, ...CLOSED };

/** The page. */
export default function ListPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof listGrammar>();
  const { do: doing, ...list } = query;
  const result = leadsApi.useLeadsQuery(list);
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("leads.title")}
        lead={data && t("leads.count", { n: data.total })}
        actions={
          <>
            <Views current="list" />
            {can("create", "Lead") && can("create", "Master") && (
              <LinkButton to="/admin/masters/imports?kind=leads" icon="upload">
                {t("leads.import")}
              </LinkButton>
            )}
            {can("export", "Lead") && (
              <LinkButton to={path("/api/v1/leads/export.csv", { ...list, page: undefined })} icon="download" download>
                {t("leads.export")}
              </LinkButton>
            )}
            {can("create", "Lead") && (
              <LinkButton to={here({ do: "new" })} variant="primary" icon="plus">
                {t("leads.new")}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="stack">
        <Filters
          action="/ew-leads/list"
          choosing={can("update", "Lead")}
          more={
            <FilterMenu
              label={t("leads.state")}
              value={
                query.overdue ? t("leads.f.overdue") : query.state ? t(`leads.s.${query.state}`) : t("leads.everything")
              }
              tint={Boolean(query.state || query.overdue)}
            >
              <MenuLink
                to={here({ ...FIRST, state: undefined, overdue: undefined })}
                current={!query.state && !query.overdue}
              >
                {t("leads.everything")}
              </MenuLink>
              <MenuLink to={here({ ...FIRST, state: undefined, overdue: "true" })} current={query.overdue === "true"}>
                {t("leads.f.overdue")}
              </MenuLink>
              {(["open", ...STATES] as const).map((state) => (
                <MenuLink
                  key={state}
                  to={here({ ...FIRST, state, overdue: undefined })}
                  current={query.state === state}
                >
                  {t(`leads.s.${state}`)}
                </MenuLink>
              ))}
            </FilterMenu>
          }
        />
        <Trouble of={result} />
        {data?.total === 0 && (
          <Empty icon="shield-check" title={t("leads.noneFit")}>
            {t("leads.noneFitText")}
          </Empty>
        )}
        {data && data.total > 0 && <Rows key={query.page + query.state} rows={data.items} />}
        {data && data.total > 0 && <Pagination of={data} to={(page) => here({ ...CLOSED, page })} />}
      </div>
      {doing === "new" && can("create", "Lead") && <NewLeadSheet to={here(CLOSED)} />}
    </>
  );
}

/** The rows, and the form that assigns ticked ones. */
function Rows({ rows }: { rows: readonly Lead[] }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const vehicle = useVehicle();
  const tickColumn = useTickColumn<Lead>((lead) => lead);
  const { query, here } = usePage<typeof listGrammar>();
  const by = (key: "number" | "next_action_at" | "warranty_end") =>
    sortBy(query.sort, key, (sort) => here({ ...FIRST, sort }));
  const table = (
    <Card flush>
      <div className="data-table">
        <Table
          caption={t("leads.list")}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            ...tickColumn,
            {
              key: "name",
              head: t("leads.customer"),
              rowHead: true,
              className: "slot-name",
              sort: by("number"),
              cell: (row) => (
                <PageLink to={`/ew-leads/${row.id}`}>
                  <bdi>{row.customer.name}</bdi> <bdi className="ld-code">{row.number}</bdi>
                </PageLink>
              ),
            },
            {
              key: "state",
              head: t("leads.state"),
              className: "slot-state",
              cell: (row) => <StatePill state={row.state} />,
            },
            {
              key: "vehicle",
              head: t("leads.vehicle"),
              className: "slot-place",
              cell: (row) => (
                <>
                  <bdi>{vehicle(row.vehicle) || f.number(null)}</bdi>{" "}
                  <bdi dir="ltr" className="ld-code">
                    {row.vehicle.registration ?? row.vehicle.vin}
                  </bdi>
                </>
              ),
            },
            {
              key: "outlet",
              head: t("leads.outlet"),
              className: "slot-fact wide",
              cell: (row) => <bdi>{row.outlet?.name ?? f.number(null)}</bdi>,
            },
            {
              key: "owner",
              head: t("leads.owner"),
              className: "slot-fact",
              cell: (row) => <bdi>{row.owner?.full_name ?? t("leads.noOwner")}</bdi>,
            },
            {
              key: "due",
              head: t("leads.next"),
              className: "slot-fact",
              sort: by("next_action_at"),
              cell: (row) => (row.closed_at ? f.number(null) : <Due lead={row} />),
            },
            {
              key: "ends",
              head: t("leads.coverEnds"),
              className: "slot-fact",
              sort: by("warranty_end"),
              cell: (row) => (
                <>
                  <i className="fact-name">{t("leads.coverEnds")}</i>
                  {f.date(row.vehicle.warranty_end)}
                </>
              ),
            },
            drawn<Lead>({
              key: "total",
              head: t("leads.price"),
              name: t("leads.price"),
              numeric: true,
              cell: (row) => f.money(row.amount ?? row.total, row.currency, 0),
            }),
          ]}
        />
      </div>
    </Card>
  );
  return can("update", "Lead") ? <Assign>{table}</Assign> : table;
}
