/** One vehicle: what is known of it, its owner, its visits to workshops, and what its owner has said to bots. */
import { Card, LinkButton, Menu, MenuLink, PageHead, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Pagination } from "../../../components/Pagination";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { mastersApi } from "./api";
import { Code, Person, StatePill, useModel, Warnings } from "./cells";
import { Conversations } from "./Conversations";
import { JobCardRows } from "./JobCardRows";
import type { vehicleGrammar } from "./query";
import type { Vehicle } from "./types";
import "../../../styles/masters.css";

const VehicleSheet = later(() => import("./Sheets"), "VehicleSheet");
const JobCardSheet = later(() => import("./Sheets"), "JobCardSheet");
const CloseSheet = later(() => import("./Sheets"), "CloseSheet");
const DeleteSheet = later(() => import("./Sheets"), "DeleteSheet");
const LIST = "/admin/masters/vehicles";

/** The page. */
export default function VehiclePage() {
  const { params } = usePage<typeof vehicleGrammar, "id">();
  const result = mastersApi.useVehicleQuery(params.id);
  const { data: vehicle } = result;
  return (
    <>
      <Trouble of={result} />
      {vehicle && (
        <>
          <Head vehicle={vehicle} />
          <div className="columns ms-detail">
            <div className="stack">
              <JobCards vehicle={vehicle} />
              {vehicle.owner && <Conversations customer={vehicle.owner.id} />}
            </div>
            <About vehicle={vehicle} />
          </div>
          <Sheet vehicle={vehicle} />
        </>
      )}
    </>
  );
}

/** What it is called, and what can be done to it. */
function Head({ vehicle }: { vehicle: Vehicle }) {
  const t = useText();
  const can = useCan();
  const model = useModel();
  const { here } = usePage<typeof vehicleGrammar>();
  return (
    <>
      <PageHead
        back={{ to: LIST, label: t("masters.vehicles") }}
        title={<Code>{vehicle.registration ?? vehicle.vin}</Code>}
        marks={<StatePill state={vehicle.state} />}
        lead={<bdi>{model(vehicle)}</bdi>}
        actions={
          <>
            {(can("update", "Master") || can("delete", "Master")) && (
              <Menu label={t("masters.more")}>
                {can("update", "Master") && (
                  <MenuLink to={here({ do: "close" })}>
                    {t(vehicle.state === "open" ? "masters.closeDots" : "masters.reopen")}
                  </MenuLink>
                )}
                {can("delete", "Master") && <MenuLink to={here({ do: "delete" })}>{t("masters.deleteDots")}</MenuLink>}
              </Menu>
            )}
            {can("create", "Master") && (
              <LinkButton to={`/customer-documents?do=new&vehicle=${vehicle.id}`} icon="upload">
                {t("masters.addDocument")}
              </LinkButton>
            )}
            {can("create", "Master") && (
              <LinkButton to={here({ do: "card" })} icon="plus">
                {t("masters.newJobCard")}
              </LinkButton>
            )}
            {can("update", "Master") && (
              <LinkButton to={here({ do: "edit" })} variant="primary" icon="pencil">
                {t("masters.edit")}
              </LinkButton>
            )}
          </>
        }
      />
      <Warnings of={vehicle} />
    </>
  );
}

/** The facts. */
function About({ vehicle }: { vehicle: Vehicle }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card title={t("masters.details")}>
      <Facts
        items={[
          [t("masters.vin"), <Code key="v">{vehicle.vin}</Code>],
          [t("masters.registration"), <Code key="r">{vehicle.registration}</Code>],
          [t("masters.owner"), vehicle.owner ? <Person key="o" of={vehicle.owner} /> : f.number(null)],
          [t("masters.outlet"), <bdi key="u">{vehicle.outlet?.name ?? f.number(null)}</bdi>],
          [t("masters.group"), <bdi key="p">{vehicle.parent?.name ?? f.number(null)}</bdi>],
          [t("masters.city"), <bdi key="c">{vehicle.city?.name ?? f.number(null)}</bdi>],
          [t("masters.fuel"), vehicle.fuel ? t(`masters.f.${vehicle.fuel}`) : f.number(null)],
          [t("masters.saleDate"), f.date(vehicle.sale_date)],
          [
            t("masters.odometer"),
            vehicle.odometer_km === null ? f.number(null) : t("masters.km", { n: f.number(vehicle.odometer_km) }),
          ],
          [t("masters.warrantyEnd"), f.date(vehicle.warranty_end)],
          [t("masters.extendedEnd"), f.date(vehicle.extended_warranty_end)],
          [t("masters.changed"), f.dateTime(vehicle.updated_at)],
        ]}
      />
    </Card>
  );
}

/** Its visits to workshops. */
function JobCards({ vehicle }: { vehicle: Vehicle }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof vehicleGrammar>();
  const result = mastersApi.useJobCardsOfQuery({ vehicle: vehicle.id, page: query.page });
  const { data } = result;
  return (
    <Card title={t("masters.jobCards")} lead={data && f.number(data.total)} flush={Boolean(data?.total)}>
      <Trouble of={result} />
      {data?.total === 0 && <p className="quiet">{t("masters.noJobCards")}</p>}
      {data && data.total > 0 && (
        <div className="data-table">
          <JobCardRows rows={data.items} ofOne />
        </div>
      )}
      {data && data.total > data.per && <Pagination of={data} to={(n) => here({ do: undefined, page: n })} />}
    </Card>
  );
}

/** Whichever sheet the address asks for. */
function Sheet({ vehicle }: { vehicle: Vehicle }) {
  const can = useCan();
  const { query, here } = usePage<typeof vehicleGrammar>();
  const to = here({ do: undefined });
  if (query.do === "edit" && can("update", "Master")) return <VehicleSheet vehicle={vehicle} to={to} />;
  if (query.do === "close" && can("update", "Master")) return <CloseSheet vehicle={vehicle} to={to} />;
  if (query.do === "card" && can("create", "Master")) return <JobCardSheet vehicle={vehicle} to={to} />;
  if (query.do === "delete" && can("delete", "Master"))
    return (
      <DeleteSheet
        call={`/api/v1/vehicles/${vehicle.id}`}
        name={vehicle.registration ?? vehicle.vin}
        revision={vehicle.revision}
        to={to}
        then={LIST}
      />
    );
  return null;
}
