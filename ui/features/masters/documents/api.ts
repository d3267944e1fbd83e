/** The reading calls on customers' documents. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type CustomerDocument = Shape<"CustomerDocument">;
export type WholeCustomerDocument = Shape<"WholeCustomerDocument">;

/** The part of a page's query that lists take. */
export interface DocumentArgs {
  state: string;
  kind: string;
  outlet: string;
  expiring: number;
  page: PageRef;
}

/** The call on one document. */
export const documentOf = (id: string) => `/api/v1/customer-documents/${encodeURIComponent(id)}`;

export const customerDocumentsApi = api.enhanceEndpoints({ addTagTypes: ["CustomerDocument"] }).injectEndpoints({
  endpoints: (build) => ({
    customerDocuments: build.query<Shape<"CustomerDocumentPage">, DocumentArgs>({
      query: ({ state, kind, outlet, expiring, page }) =>
        path("/api/v1/customer-documents", { state, kind, outlet, expiring: expiring || "", page, per: 25 }),
      providesTags: ["CustomerDocument"],
    }),
    customerDocument: build.query<WholeCustomerDocument, string>({
      query: documentOf,
      providesTags: ["CustomerDocument"],
    }),
  }),
});
