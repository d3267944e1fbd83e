/** The pages of clients: the list, one client with its tree, and one outlet. */
import { can } from "../../lib/session";
import { page, privateHead } from "../../page";
import { clientsApi } from "./api";
import { clientGrammar, clientsGrammar, outletGrammar, treeOf } from "./query";

// i18n: clients.done.*
const { clients, client, tree, consents, parents, parent, cities, city, outlet, placements, possibleManagers } =
  clientsApi.endpoints;

const look = {
  area: "clients",
  access: { action: "read", subject: "Client" },
} as const;

export const pages = [
  page({
    ...look,
    name: "clients",
    icon: "building",
    menu: { group: "admin", order: 3 },
    path: "/admin/clients",
    title: "clients.title",
    query: clientsGrammar,
    needs: ({ query: { do: _do, ...list } }) => [clients.initiate(list)],
    head: privateHead("clients.description"),
    view: () => import("./ClientsPage"),
  }),
  page({
    ...look,
    name: "client",
    path: "/admin/clients/:id",
    title: ({ t, params, state }) => client.select(params.id)(state).data?.name ?? t("clients.one"),
    query: clientGrammar,
    needs: ({ params: { id }, query }) => [
      client.initiate(id),
      ...(query.tab === "tree" ? [tree.initiate({ id, ...treeOf(query) })] : []),
      ...(query.tab === "policy" ? [consents.initiate({ id, page: query.page })] : []),
      ...(query.do === "outlet" ? [parents.initiate(id), cities.initiate()] : []),
      ...(query.parent && query.do.endsWith("-parent") ? [parent.initiate(query.parent)] : []),
      ...(query.city && query.do.endsWith("-city") ? [city.initiate(query.city)] : []),
    ],
    proof: "/api/v1/clients/:id",
    head: privateHead("clients.oneDescription"),
    view: () => import("./ClientPage"),
  }),
  page({
    ...look,
    name: "outlet",
    path: "/admin/outlets/:id",
    title: ({ t, params, state }) => outlet.select(params.id)(state).data?.name ?? t("clients.outlet"),
    query: outletGrammar,
    needs: async ({ params: { id }, query, session, ask }) => {
      const answer = query.do === "move" ? await ask(outlet.initiate(id)) : undefined;
      return [
        outlet.initiate(id),
        placements.initiate({ id, page: query.page }),
        ...(can(session.user?.ability ?? [], "read", "Dashboard")
          ? [clientsApi.endpoints.outletStanding.initiate(id)]
          : []),
        ...(can(session.user?.ability ?? [], "read", "User")
          ? [clientsApi.endpoints.outletPeople.initiate({ id, page: query.people })]
          : []),
        ...(answer ? [parents.initiate(answer.client.id)] : []),
        ...(query.do === "edit" ? [cities.initiate()] : []),
        ...(query.do === "managers" && can(session.user?.ability ?? [], "read", "User")
          ? [possibleManagers.initiate()]
          : []),
      ];
    },
    proof: "/api/v1/outlets/:id",
    head: privateHead("clients.outletDescription"),
    view: () => import("./OutletPage"),
  }),
];
