/** The calls of leads, and their part of the client state. */
import { api, path, type ApiState } from "../../api";
import type { PageRef } from "../../page";
import type { BoardQuery, LeaksQuery, ListQuery } from "./query";
import type {
  Board,
  Briefing,
  Choices,
  Draft,
  LeadDetail,
  LeadPage,
  Leaks,
  PriceList,
  PriceListPage,
  Rule,
  RulePage,
  Tree,
  TreeCity,
  TreeParent,
} from "./types";

const paged = (page: PageRef) => (page !== 1 ? page : undefined);
const RULES = 50;

export const leadsApi = api.enhanceEndpoints({ addTagTypes: ["Lead"] }).injectEndpoints({
  endpoints: (build) => ({
    parentLeads: build.query<Tree, void>({
      query: () => path("/api/v1/leads/tree", { level: "parents" }),
      providesTags: ["Lead"],
    }),
    parentCityOutlets: build.query<Tree, string>({
      query: (parent) => path("/api/v1/leads/tree", { parent }),
      providesTags: ["Lead"],
    }),
    leadBoard: build.query<Board, BoardQuery>({
      query: ({ sort, ...narrowing }) =>
        path("/api/v1/leads/board", { ...narrowing, sort: sort === "next" ? "" : sort }),
      providesTags: ["Lead"],
    }),
    leads: build.query<LeadPage, ListQuery>({
      query: ({ page, sort, ...list }) =>
        path("/api/v1/leads", { ...list, sort: sort === "-created_at" ? "" : sort, page: paged(page) }),
      providesTags: ["Lead"],
    }),
    leaks: build.query<Leaks, LeaksQuery>({
      query: ({ page, by, ...list }) =>
        path("/api/v1/leads/leaks", { ...list, by: by === "outlet" ? "" : by, page: paged(page) }),
      providesTags: ["Lead"],
    }),
    leadChoices: build.query<Choices, void>({ query: () => "/api/v1/leads/choices", providesTags: ["Lead"] }),
    leadBriefing: build.query<Briefing, string>({
      query: (id) => `/api/v1/leads/${encodeURIComponent(id)}/briefing`,
      providesTags: ["Lead"],
    }),
    leadDraft: build.query<Draft, string>({
      query: (id) => `/api/v1/leads/${encodeURIComponent(id)}/messages/draft`,
      providesTags: ["Lead"],
    }),
    lead: build.query<LeadDetail, string>({
      query: (id) => `/api/v1/leads/${encodeURIComponent(id)}`,
      providesTags: ["Lead"],
    }),
    priceLists: build.query<PriceListPage, PageRef>({
      query: (page) => path("/api/v1/price-lists", { page: paged(page) }),
      providesTags: ["Lead"],
    }),
    priceList: build.query<PriceList, string>({
      query: (id) => `/api/v1/price-lists/${encodeURIComponent(id)}`,
      providesTags: ["Lead"],
    }),
    leadRules: build.query<RulePage, PageRef>({
      query: (page) => path("/api/v1/lead-rules", { per: RULES, page: paged(page) }),
      providesTags: ["Lead"],
    }),
    leadRule: build.query<Rule, string>({
      query: (parent) => `/api/v1/lead-rules/${encodeURIComponent(parent)}`,
      providesTags: ["Lead"],
    }),
  }),
});

const { parentLeads, parentCityOutlets } = leadsApi.endpoints;
// One and the same nothing, so that nobody sees a change where none is.
const NONE: readonly never[] = [];

/** `ew_leads.parent_leads`: the dealer groups with their leads, as the API's cache has them. */
export const selectParentLeads = (state: ApiState): readonly TreeParent[] =>
  parentLeads.select()(state).data?.parents ?? NONE;

/** `ew_leads.parent_city_outlets`: the cities of a dealer group with their outlets. */
export const selectParentCityOutlets = (state: ApiState, parent: string): readonly TreeCity[] =>
  parentCityOutlets.select(parent)(state).data?.parents[0]?.cities ?? NONE;

/** `ew_leads.isLoading`: one of both is being fetched. */
export const selectLeadsLoading = (state: ApiState, parent?: string): boolean =>
  parentLeads.select()(state).isLoading || (parent !== undefined && parentCityOutlets.select(parent)(state).isLoading);
