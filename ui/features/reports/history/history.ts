/** The list's part of `manage_reports`: its filters as the address has them, its rows as the API's cache has them. */
import type { ApiState } from "../../../api";
import { readQuery, type Values } from "../../../page";
import { conversationsApi } from "./api";
import { listGrammar } from "./query";

type Query = Values<typeof listGrammar>;
type Filters = Readonly<Record<string, unknown>>;

const DEFAULTS = readQuery(listGrammar, new URLSearchParams()).values;

/** The list's query under the specified names. */
export function filtersOf({ sort, per, ...rest }: Query): Filters {
  return {
    ...rest,
    col: sort.replace("-", ""),
    sortDirection: sort.startsWith("-") ? "desc" : "asc",
    perPage: Number(per),
  };
}

/** The query that filters stand for. */
export function queryOf({ col, sortDirection, perPage, ...rest }: Filters): Query {
  return {
    ...DEFAULTS,
    ...rest,
    sort: `${sortDirection === "desc" ? "-" : ""}${String(col)}`,
    per: String(perPage),
  } as Query;
}

/** `manage_reports.conversation_history`: the rows under the present filters. */
export const selectConversationHistory = (state: ApiState & { manage_reports: { conversation_filters: Filters } }) =>
  conversationsApi.endpoints.conversations.select(queryOf(state.manage_reports.conversation_filters))(state).data
    ?.items ?? [];
