/** The pages of master data: vehicles, customers and job cards, and one vehicle and one customer. */
import { can } from "../../../lib/session";
import { page, privateHead } from "../../../page";
import { mastersApi } from "./api";
import { LISTS, type CodeField } from "./types";
import {
  customerGrammar,
  customersGrammar,
  jobCardsGrammar,
  outletsGrammar,
  vehicleGrammar,
  vehiclesGrammar,
} from "./query";

// i18n: masters.done.*
const { vehicles, vehicle, vehiclesOf, customers, customer, conversationsOf, jobCards, jobCard, jobCardsOf } =
  mastersApi.endpoints;
const { masterCities, masterCodes, masterOutlets, masterParents, outlets } = mastersApi.endpoints;

const look = {
  area: "masters",
  access: { action: "read", subject: "Master" },
} as const;
type Abilities = Parameters<typeof can>[0];
const offered = (does: string, ability: Abilities) =>
  does && does !== "delete" && can(ability, "read", "Client") ? [masterOutlets.initiate()] : [];
const codes = (ability: Abilities, ...fields: CodeField[]) =>
  can(ability, "read", "Reference") ? fields.map((field) => masterCodes.initiate(LISTS[field])) : [];

export const pages = [
  page({
    ...look,
    name: "vehicles",
    icon: "database",
    menu: { group: "admin", order: 4 },
    path: "/admin/masters/vehicles",
    title: "masters.vehicles",
    query: vehiclesGrammar,
    needs: ({ query: { do: does, ...list }, session }) => [
      vehicles.initiate(list),
      ...codes(
        session.user?.ability ?? [],
        "model",
        ...(list.model || list.variant || does === "new" ? (["variant"] as const) : []),
      ),
      ...offered(does, session.user?.ability ?? []),
    ],
    head: privateHead("masters.vehiclesLead"),
    view: () => import("./VehiclesPage"),
  }),
  page({
    ...look,
    name: "vehicle",
    path: "/admin/masters/vehicles/:id",
    title: ({ t, params, state }) => vehicle.select(params.id)(state).data?.vin ?? t("masters.vehicle"),
    query: vehicleGrammar,
    needs: async ({ params: { id }, query, session, ask }) => {
      const ability = session.user?.ability ?? [];
      const owner = (await ask(vehicle.initiate(id)))?.owner;
      return [
        vehicle.initiate(id),
        jobCardsOf.initiate({ vehicle: id, page: query.page }),
        ...(owner && can(ability, "read", "Conversation") ? [conversationsOf.initiate(owner.id)] : []),
        ...offered(query.do === "close" ? "" : query.do, ability),
        ...(query.do === "edit" ? codes(ability, "model", "variant") : []),
        ...(query.do === "card" ? codes(ability, "type") : []),
      ];
    },
    proof: "/api/v1/vehicles/:id",
    head: privateHead("masters.vehicleLead"),
    view: () => import("./VehiclePage"),
  }),
  page({
    ...look,
    name: "customers",
    path: "/admin/masters/customers",
    title: "masters.customers",
    query: customersGrammar,
    needs: ({ query: { do: does, ...list }, session }) => [
      customers.initiate(list),
      ...offered(does, session.user?.ability ?? []),
    ],
    head: privateHead("masters.customersLead"),
    view: () => import("./CustomersPage"),
  }),
  page({
    ...look,
    name: "customer",
    path: "/admin/masters/customers/:id",
    title: ({ t, params, state }) => customer.select(params.id)(state).data?.name ?? t("masters.customer"),
    query: customerGrammar,
    needs: ({ params: { id }, query, session }) => [
      customer.initiate(id),
      vehiclesOf.initiate(id),
      ...(can(session.user?.ability ?? [], "read", "Conversation") ? [conversationsOf.initiate(id)] : []),
      ...offered(query.do, session.user?.ability ?? []),
    ],
    proof: "/api/v1/customers/:id",
    head: privateHead("masters.customerLead"),
    view: () => import("./CustomerPage"),
  }),
  page({
    ...look,
    name: "job-cards",
    path: "/admin/masters/job-cards",
    title: "masters.jobCards",
    query: jobCardsGrammar,
    needs: ({ query: { do: does, card, ...list }, session }) => [
      jobCards.initiate(list),
      ...codes(session.user?.ability ?? [], "type"),
      ...(does && card ? [jobCard.initiate(card)] : []),
      ...offered(does, session.user?.ability ?? []),
    ],
    head: privateHead("masters.jobCardsLead"),
    view: () => import("./JobCardsPage"),
  }),
  page({
    ...look,
    name: "master-outlets",
    access: { action: "read", subject: "Client" },
    path: "/admin/masters/outlets",
    title: "masters.outlets",
    query: outletsGrammar,
    needs: ({ query }) => [outlets.initiate(query), masterParents.initiate(), masterCities.initiate()],
    head: privateHead("masters.outletsLead"),
    view: () => import("./OutletsPage"),
  }),
];
