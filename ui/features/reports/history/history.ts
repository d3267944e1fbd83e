/** The list's part of `manage_reports`: its filters as the address has them, its rows as the API's cache has them. */
import type { ApiState } from "../../../api";
import { readQuery, type Values } from "../../../page";
import { conversationsApi, type ConversationArgs } from "./api";
import { listGrammar } from "./query";
import type { Conversation } from "./types";

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

// One and the same nothing, so that nobody sees a change where none is.
const NONE: readonly never[] = [];

export type HistoryState = ApiState & { manage_reports: { conversation_filters: Filters } };

/** `manage_reports.conversation_history`: the rows of a query, that of the present filters unless it is given. */
export const selectConversationHistory = (
  state: HistoryState,
  query: ConversationArgs = queryOf(state.manage_reports.conversation_filters),
): readonly Conversation[] => conversationsApi.endpoints.conversations.select(query)(state).data?.items ?? NONE;

/** `manage_reports.customer_journey`: the other conversations of the contact of one, newest first. */
export const selectCustomerJourney = (state: ApiState, id: string): readonly Conversation[] =>
  conversationsApi.endpoints.journey.select(id)(state).data?.items ?? NONE;
