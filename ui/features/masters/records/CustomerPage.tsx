/** One customer: how they are reached, their vehicles, and what they have said to bots. */
import { Card, LinkButton, Menu, MenuLink, PageHead, PageLink, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { mastersApi } from "./api";
import { Code, useModel } from "./cells";
import { Conversations } from "./Conversations";
import type { customerGrammar } from "./query";
import "../../../styles/masters.css";

const CustomerSheet = later(() => import("./Sheets"), "CustomerSheet");
const DeleteSheet = later(() => import("./Sheets"), "DeleteSheet");
const LIST = "/admin/masters/customers";

/** The page. */
export default function CustomerPage() {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const modelOf = useModel();
  const { params, query, here } = usePage<typeof customerGrammar, "id">();
  const result = mastersApi.useCustomerQuery(params.id);
  const { data: vehicles } = mastersApi.useVehiclesOfQuery(params.id);
  const { data: customer } = result;
  if (!customer) return <Trouble of={result} />;
  const to = here({ do: undefined });
  const call = `/api/v1/customers/${customer.id}`;
  const hidden = customer.last4 ? `•••• ${customer.last4}` : f.number(null);
  return (
    <>
      <Trouble of={result} />
      <PageHead
        back={{ to: LIST, label: t("masters.customers") }}
        title={<bdi>{customer.name}</bdi>}
        actions={
          <>
            {can("delete", "Master") && (
              <Menu label={t("masters.more")}>
                <MenuLink to={here({ do: "delete" })}>{t("masters.deleteDots")}</MenuLink>
              </Menu>
            )}
            {can("update", "Master") && (
              <LinkButton to={here({ do: "edit" })} variant="primary" icon="pencil">
                {t("masters.edit")}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="columns ms-detail">
        <div className="stack">
          <Card title={t("masters.vehicles")} lead={vehicles && f.number(vehicles.total)}>
            {vehicles?.total === 0 && <p className="quiet">{t("masters.noVehicles")}</p>}
            <ul className="ms-list rows">
              {vehicles?.items.map((item) => (
                <li key={item.id}>
                  <PageLink to={`/admin/masters/vehicles/${item.id}`}>
                    <Code>{item.registration ?? item.vin}</Code>
                  </PageLink>
                  <bdi className="quiet">{modelOf(item)}</bdi>
                </li>
              ))}
            </ul>
          </Card>
          <Conversations customer={customer.id} />
        </div>
        <Card title={t("masters.details")}>
          <Facts
            items={[
              [
                t("masters.phone"),
                <bdi key="p" dir="ltr">
                  {customer.phone_shown ?? hidden}
                </bdi>,
              ],
              [
                t("masters.email"),
                <bdi key="e" dir="ltr">
                  {customer.email || f.number(null)}
                </bdi>,
              ],
              [t("masters.outlet"), <bdi key="o">{customer.outlet?.name ?? f.number(null)}</bdi>],
              [t("masters.group"), <bdi key="g">{customer.parent?.name ?? f.number(null)}</bdi>],
              [t("masters.changed"), f.dateTime(customer.updated_at)],
            ]}
          />
        </Card>
      </div>
      {query.do === "edit" && can("update", "Master") && <CustomerSheet customer={customer} to={to} />}
      {query.do === "delete" && can("delete", "Master") && (
        <DeleteSheet call={call} name={customer.name} revision={customer.revision} to={to} then={LIST} />
      )}
    </>
  );
}
