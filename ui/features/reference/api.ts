/** The calls of code lists. */
import { api, path } from "../../api";
import type {
  Api,
  DeliveryPage,
  WebhookPage,
  Entry,
  EntryArgs,
  EntryPage,
  Lists,
  Metrics,
  MetricValues,
  Snippet,
  SnippetPage,
  Uses,
} from "./types";
import type { PageRef } from "../../page";
import { filters, type DashboardArgs } from "../reports/dashboard/api";

const LISTS = "/api/v1/reference";
/** The address of the calls of snippets. */
export const SNIPPETS = "/api/v1/snippets";
const PER = 50;
const CHOICES = 100;

/** The address of an entry's calls. */
export const entryCall = (id: string) => `${LISTS}/entries/${encodeURIComponent(id)}`;
/** The address of a snippet's calls. */
export const snippetCall = (id: string) => `${SNIPPETS}/${encodeURIComponent(id)}`;
/** The address of a list's calls. */
export const listCall = (list: string) => `${LISTS}/${encodeURIComponent(list)}`;

export const referenceApi = api.enhanceEndpoints({ addTagTypes: ["Reference"] }).injectEndpoints({
  endpoints: (build) => ({
    lists: build.query<Lists, void>({ query: () => LISTS, providesTags: ["Reference"] }),
    entries: build.query<EntryPage, EntryArgs>({
      query: ({ list, of, page, ...rest }) =>
        path(listCall(list), { ...rest, belongs_to: of, page: page === 1 ? undefined : page, per: PER }),
      providesTags: ["Reference"],
    }),
    choices: build.query<EntryPage, string>({
      query: (list) => path(listCall(list), { per: CHOICES }),
      providesTags: ["Reference"],
    }),
    entry: build.query<Entry, string>({ query: entryCall, providesTags: ["Reference"] }),
    uses: build.query<Uses, string>({ query: (id) => `${entryCall(id)}/uses`, providesTags: ["Reference"] }),
    snippets: build.query<SnippetPage, { q: string; sort: string; page: PageRef }>({
      query: ({ q, sort, page }) =>
        path(SNIPPETS, { q, sort: sort === "key" ? "" : sort, page: page === 1 ? undefined : page, per: PER }),
      providesTags: ["Reference"],
    }),
    snippet: build.query<Snippet, string>({ query: snippetCall, providesTags: ["Reference"] }),
    snippetUses: build.query<Uses, string>({
      query: (id) => `${snippetCall(id)}/uses`,
      providesTags: ["Reference"],
    }),
    programCalls: build.query<Api, string>({ query: (area) => path("/api/v1/programs/calls", { area }) }),
    webhooks: build.query<WebhookPage, void>({
      query: () => path("/api/v1/webhooks", { per: 25 }),
      providesTags: ["Reference"],
    }),
    deliveries: build.query<DeliveryPage, string>({
      query: (id) => path(`/api/v1/webhooks/${encodeURIComponent(id)}/deliveries`, { per: 25 }),
      providesTags: ["Reference"],
    }),
    metrics: build.query<Metrics, void>({ query: () => "/api/v1/metrics" }),
    metricValues: build.query<MetricValues, { metric: string; args: DashboardArgs }>({
      query: ({ metric, args }) => path("/api/v1/reports/metrics", { ...filters(args), metric }),
    }),
    orderEntries: build.mutation<unknown, { order: readonly string[]; looked: EntryArgs }>({
      query: ({ looked: { list }, order }) => ({
        path: `${listCall(list)}/order`,
        method: "POST",
        body: { order: order.join(",") },
      }),
      onQueryStarted: ({ order, looked }, { dispatch, queryFulfilled }) => {
        const seen = dispatch(
          referenceApi.util.updateQueryData(
            "entries",
            looked,
            (page) => void page.items.sort((a, b) => order.indexOf(a.id ?? "") - order.indexOf(b.id ?? "")),
          ),
        );
        queryFulfilled.catch(seen.undo);
      },
      invalidatesTags: ["Reference"],
    }),
  }),
});
