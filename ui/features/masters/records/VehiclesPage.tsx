/** The list of vehicles: any view of it is its address. */
import { useCan } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { later, PageLink, usePage } from "../../../page";
import { mastersApi } from "./api";
import { Code, Person, StatePill, useModel } from "./cells";
import { CodeFilter } from "./CodeFilter";
import { ListFrame } from "./ListFrame";
import type { vehiclesGrammar } from "./query";
import { FUELS, STATES, type Vehicle } from "./types";
import "../../../styles/masters.css";

const VehicleSheet = later(() => import("./Sheets"), "VehicleSheet");
const CLOSED = { do: undefined };
const FIRST = { page: undefined, ...CLOSED };

/** The page. */
export default function VehiclesPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof vehiclesGrammar>();
  const { do: doing, ...list } = query;
  const result = mastersApi.useVehiclesQuery(list);
  const { q, model, variant, fuel, state } = query;
  return (
    <>
      <ListFrame
        part="vehicles"
        title={t("masters.vehicles")}
        lead={result.data ? t("masters.countVehicles", { n: result.data.total }) : ""}
        icon="car"
        result={result}
        search={t("masters.searchVehicles")}
        narrowing={{ q, model, variant, fuel, state }}
        filters={<Filters />}
        add={here({ do: "new" })}
        addLabel={t("masters.newVehicle")}
      >
        <Rows rows={result.data?.items ?? []} />
      </ListFrame>
      {doing === "new" && can("create", "Master") && <VehicleSheet to={here(CLOSED)} />}
    </>
  );
}

/** Model and its variants, fuel and state. */
function Filters() {
  const t = useText();
  const { query, here } = usePage<typeof vehiclesGrammar>();
  return (
    <>
      <CodeFilter
        field="model"
        label={t("masters.model")}
        value={query.model}
        to={(code) => here({ ...FIRST, model: code, variant: undefined })}
      />
      {(query.model || query.variant) && (
        <CodeFilter
          field="variant"
          of={query.model}
          label={t("masters.variant")}
          value={query.variant}
          to={(code) => here({ ...FIRST, variant: code })}
        />
      )}
      <ChoiceMenu
        all={t("masters.all")}
        label={t("masters.fuel")}
        value={query.fuel}
        options={FUELS.map((fuel) => [fuel, t(`masters.f.${fuel}`) /* i18n: masters.f.* */] as const)}
        to={(fuel) => here({ ...FIRST, fuel })}
      />
      <ChoiceMenu
        all={t("masters.all")}
        label={t("masters.state")}
        value={query.state}
        options={STATES.map((state) => [state, t(`masters.s.${state}`)] as const)}
        to={(state) => here({ ...FIRST, state })}
      />
    </>
  );
}

/** The rows. */
function Rows({ rows }: { rows: readonly Vehicle[] }) {
  const t = useText();
  const f = useFormat();
  const model = useModel();
  const { query, here } = usePage<typeof vehiclesGrammar>();
  const by = (key: "registration" | "model" | "sale_date" | "warranty_end") =>
    sortBy(query.sort, key, (sort) => here({ ...FIRST, sort }));
  return (
    <Table
      caption={t("masters.vehicles")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "registration",
          head: t("masters.registration"),
          rowHead: true,
          className: "slot-name",
          sort: by("registration"),
          cell: (row) => (
            <PageLink to={`/admin/masters/vehicles/${row.id}`}>
              <Code>{row.registration ?? row.vin}</Code>
              {row.registration && <small className="block quiet">{<Code>{row.vin}</Code>}</small>}
            </PageLink>
          ),
        },
        {
          key: "model",
          head: t("masters.model"),
          className: "slot-place",
          sort: by("model"),
          cell: (row) => <bdi>{model(row) || "—"}</bdi>,
        },
        {
          key: "owner",
          head: t("masters.owner"),
          className: "slot-fact",
          cell: (row) => (row.owner ? <Person of={row.owner} /> : "—"),
        },
        {
          key: "outlet",
          head: t("masters.outlet"),
          className: "slot-fact",
          cell: (row) => <bdi>{row.outlet?.name ?? "—"}</bdi>,
        },
        {
          key: "sold",
          head: t("masters.saleDate"),
          className: "slot-fact off-tablet",
          sort: by("sale_date"),
          cell: (row) => f.date(row.sale_date),
        },
        {
          key: "warranty",
          head: t("masters.warrantyEnd"),
          className: "slot-fact",
          sort: by("warranty_end"),
          cell: (row) => (
            <>
              <i className="fact-name">{t("masters.warrantyEnd")}</i>
              {f.date(row.extended_warranty_end ?? row.warranty_end)}
            </>
          ),
        },
        {
          key: "state",
          head: t("masters.state"),
          className: "slot-state",
          cell: (row) => <StatePill state={row.state} />,
        },
      ]}
    />
  );
}
