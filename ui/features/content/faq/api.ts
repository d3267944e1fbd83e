import { api, path, type Shape } from "../../../api";
import { inOrder } from "../../../lib/order";
import type { PageRef } from "../../../page";

/** Categories by key; those without a hit are not there. */
export type Faq = Shape<"Faq">;

/** A question as its form is filled in. */
export type FaqEntry = Shape<"FaqEntry">;

/** Which questions an editor looks at. */
export interface Looked {
  status: string;
  page: PageRef;
  hl: string;
}

/** The FAQ's calls. */
export const faqApi = api.enhanceEndpoints({ addTagTypes: ["Faq"] }).injectEndpoints({
  endpoints: (build) => ({
    faq: build.query<Faq, { q: string; hl: string }>({
      query: (args) => path("/faq/data", args),
      providesTags: ["Faq"],
    }),
    faqEntries: build.query<Shape<"FaqEntryPage">, Looked>({
      query: ({ status, page, hl }) =>
        path("/api/v1/faq", { status, page: page !== 1 ? page : undefined, per: 50, hl }),
      providesTags: ["Faq"],
    }),
    faqEntry: build.query<FaqEntry, { id: string; language: string }>({
      query: ({ id, language }) => path(`/api/v1/faq/${encodeURIComponent(id)}`, { hl: language }),
    }),
    orderFaq: build.mutation<unknown, { order: string[]; looked: Looked }>({
      query: ({ order }) => ({ path: "/api/v1/faq/order", method: "POST", body: { order: order.join(",") } }),
      onQueryStarted: ({ order, looked }, { dispatch, queryFulfilled }) => {
        const seen = dispatch(
          faqApi.util.updateQueryData("faqEntries", looked, (page) => void (page.items = inOrder(page.items, order))),
        );
        queryFulfilled.catch(seen.undo);
      },
      invalidatesTags: ["Faq"],
    }),
  }),
});
