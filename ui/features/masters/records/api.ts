/** The calls of customers, vehicles and job cards. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";
import type { CustomerQuery, JobCardQuery, OutletQuery, VehicleQuery } from "./query";
import type {
  ConversationPage,
  Customer,
  CustomerPage,
  EntryPage,
  JobCard,
  JobCardPage,
  OutletPage,
  Vehicle,
  VehiclePage,
} from "./types";

export { FUELS, LISTS, nameOf, OUTLET_TYPES, type CodeField } from "./types";

const paged = (page: PageRef) => (page !== 1 ? page : undefined);
const at = (kind: string, id: string) => `/api/v1/${kind}/${encodeURIComponent(id)}`;
const LONG = 100;
const SHORT = 25;

export const mastersApi = api.enhanceEndpoints({ addTagTypes: ["Master", "Reference"] }).injectEndpoints({
  endpoints: (build) => ({
    vehicles: build.query<VehiclePage, VehicleQuery>({
      query: ({ page, sort, ...list }) =>
        path("/api/v1/vehicles", { ...list, sort: sort === "-created_at" ? "" : sort, page: paged(page) }),
      providesTags: ["Master"],
    }),
    vehicle: build.query<Vehicle, string>({ query: (id) => at("vehicles", id), providesTags: ["Master"] }),
    vehiclesOf: build.query<VehiclePage, string>({
      query: (customer) => path("/api/v1/vehicles", { customer, per: LONG }),
      providesTags: ["Master"],
    }),
    customers: build.query<CustomerPage, CustomerQuery>({
      query: ({ page, sort, ...list }) =>
        path("/api/v1/customers", { ...list, sort: sort === "name" ? "" : sort, page: paged(page) }),
      providesTags: ["Master"],
    }),
    customer: build.query<Customer, string>({ query: (id) => at("customers", id), providesTags: ["Master"] }),
    conversationsOf: build.query<ConversationPage, string>({
      query: (id) => `${at("customers", id)}/conversations`,
      providesTags: ["Master"],
    }),
    jobCards: build.query<JobCardPage, JobCardQuery>({
      query: ({ page, sort, ...list }) =>
        path("/api/v1/job-cards", { ...list, sort: sort === "-opened_on" ? "" : sort, page: paged(page) }),
      providesTags: ["Master"],
    }),
    jobCard: build.query<JobCard, string>({ query: (id) => at("job-cards", id), providesTags: ["Master"] }),
    jobCardsOf: build.query<JobCardPage, { vehicle: string; page: PageRef }>({
      query: ({ vehicle, page }) => path("/api/v1/job-cards", { vehicle, page: paged(page) }),
      providesTags: ["Master"],
    }),
    masterCodes: build.query<EntryPage, string>({
      query: (list) => path(`/api/v1/reference/${list}`, { state: "active", per: LONG }),
      providesTags: ["Master", "Reference"],
    }),
    codesLike: build.query<EntryPage, { list: string; q: string }>({
      query: ({ list, q }) => path(`/api/v1/reference/${list}`, { q, state: "active", per: SHORT }),
    }),
    outlets: build.query<OutletPage, OutletQuery>({
      query: ({ page, sort, ...list }) =>
        path("/api/v1/outlets", { ...list, sort: sort === "name" ? "" : sort, page: paged(page) }),
      providesTags: ["Master"],
    }),
    masterParents: build.query<Shape<"ParentPage">, void>({
      query: () => path("/api/v1/parents", { per: LONG }),
      providesTags: ["Master"],
    }),
    masterCities: build.query<Shape<"CityPage">, void>({
      query: () => path("/api/v1/cities", { per: LONG }),
      providesTags: ["Master"],
    }),
    outletsLike: build.query<OutletPage, string>({
      query: (q) => path("/api/v1/outlets", { q, state: "open", per: SHORT }),
    }),
    masterOutlets: build.query<OutletPage, void>({
      query: () => path("/api/v1/outlets", { state: "open", per: LONG }),
      providesTags: ["Master"],
    }),
  }),
});
