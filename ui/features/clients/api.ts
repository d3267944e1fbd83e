/** The calls of clients and their places. */
import { api, path, type Shape } from "../../api";
import type {
  City,
  CityPage,
  Client,
  ClientPage,
  ConsentPage,
  ListArgs,
  Outlet,
  OutletStanding,
  Parent,
  ParentPage,
  PlacementPage,
  Tree,
  TreeArgs,
} from "./types";
import type { PageRef } from "../../page";

const at = (kind: string, id: string) => `/api/v1/${kind}/${encodeURIComponent(id)}`;
const paged = (page: PageRef) => (page !== 1 ? page : undefined);
const LONG = 100;

export const clientsApi = api.enhanceEndpoints({ addTagTypes: ["Client"] }).injectEndpoints({
  endpoints: (build) => ({
    clients: build.query<ClientPage, ListArgs>({
      query: ({ q, state, sort, page }) =>
        path("/api/v1/clients", { q, state, sort: sort === "name" ? "" : sort, page: paged(page) }),
      providesTags: ["Client"],
    }),
    client: build.query<Client, string>({ query: (id) => at("clients", id), providesTags: ["Client"] }),
    tree: build.query<Tree, TreeArgs & { id: string }>({
      query: ({ id, ...args }) => path(`${at("clients", id)}/tree`, { ...args }),
      providesTags: ["Client"],
    }),
    consents: build.query<ConsentPage, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(`${at("clients", id)}/consents`, { page: paged(page) }),
      providesTags: ["Client"],
    }),
    parents: build.query<ParentPage, string>({
      query: (client) => path("/api/v1/parents", { client, state: "open", per: LONG }),
      providesTags: ["Client"],
    }),
    parent: build.query<Parent, string>({ query: (id) => at("parents", id), providesTags: ["Client"] }),
    cities: build.query<CityPage, void>({
      query: () => path("/api/v1/cities", { status: "open", per: LONG }),
      providesTags: ["Client"],
    }),
    city: build.query<City, string>({ query: (id) => at("cities", id), providesTags: ["Client"] }),
    outlet: build.query<Outlet, string>({ query: (id) => at("outlets", id), providesTags: ["Client"] }),
    outletStanding: build.query<OutletStanding, string>({
      query: (id) => at("reports/outlets", id),
      providesTags: ["Client"],
    }),
    placements: build.query<PlacementPage, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(`${at("outlets", id)}/placements`, { page: paged(page) }),
      providesTags: ["Client"],
    }),
    outletPeople: build.query<Shape<"OutletReaderPage">, { id: string; page: PageRef }>({
      query: ({ id, page }) => path(`${at("outlets", id)}/people`, { page: paged(page) }),
      providesTags: ["Client"],
    }),
    possibleManagers: build.query<Shape<"PeoplePage">, void>({
      query: () => path("/api/v1/people", { sort: "name", per: LONG }),
      providesTags: ["Client"],
    }),
  }),
});
