/** The calls of invoices. */
import { api, path } from "../../../api";
import {
  callAt,
  type Client,
  type Invoice,
  type InvoiceChange,
  type InvoicePage,
  type ListArgs,
  type Payment,
  type Sending,
  type Summary,
} from "./types";

/** An invoice and the revision of it that one has seen. */
export interface Seen {
  id: string;
  revision: number;
}

const write = (at: string, method: "POST" | "PATCH" | "DELETE", revision: number, body?: unknown) => ({
  path: at,
  method,
  revision: String(revision),
  ...(body !== undefined && { body }),
});

/** What the list is narrowed to and ordered by, as its calls take it. */
const filtersOf = ({ view, q, issued, sort }: ListArgs) => ({
  view: view === "all" ? "" : view,
  q,
  issued,
  sort: sort === "-number" ? "" : sort,
});

/** The address of the list's file. */
export const filePath = (args: ListArgs) => path("/api/v1/invoices/file", filtersOf(args));

export const invoiceApi = api.enhanceEndpoints({ addTagTypes: ["Invoice"] }).injectEndpoints({
  endpoints: (build) => ({
    invoices: build.query<InvoicePage, ListArgs>({
      query: (args) => path("/api/v1/invoices", { ...filtersOf(args), page: args.page !== 1 ? args.page : "" }),
      providesTags: ["Invoice"],
    }),
    invoiceSummary: build.query<Summary, Pick<ListArgs, "q" | "issued">>({
      query: ({ q, issued }) => path("/api/v1/invoices/summary", { q, issued }),
      providesTags: ["Invoice"],
    }),
    invoice: build.query<Invoice, string>({ query: callAt, providesTags: ["Invoice"] }),
    invoiceClients: build.query<{ clients: Client[] }, string>({
      query: (q) => path("/api/v1/invoices/clients", { q }),
    }),
    addInvoice: build.mutation<Invoice, InvoiceChange>({
      query: (body) => ({ path: "/api/v1/invoices", method: "POST", body }),
      invalidatesTags: ["Invoice"],
    }),
    changeInvoice: build.mutation<Invoice, Seen & { values: InvoiceChange }>({
      query: ({ id, revision, values }) => write(callAt(id), "PATCH", revision, values),
      invalidatesTags: ["Invoice"],
    }),
    deleteInvoice: build.mutation<Invoice, Seen>({
      query: ({ id, revision }) => write(callAt(id), "DELETE", revision),
      invalidatesTags: ["Invoice"],
    }),
    restoreInvoice: build.mutation<Invoice, Seen>({
      query: ({ id, revision }) => write(`${callAt(id)}/restore`, "POST", revision),
      invalidatesTags: ["Invoice"],
    }),
    manyInvoices: build.mutation<{ ids: string[] }, { ids: string[]; do: "delete" | "restore" }>({
      query: (body) => ({ path: "/api/v1/invoices/many", method: "POST", body }),
      invalidatesTags: ["Invoice"],
    }),
    sendInvoice: build.mutation<Invoice, Seen & { values: Sending }>({
      query: ({ id, revision, values }) => write(`${callAt(id)}/send`, "POST", revision, values),
      invalidatesTags: ["Invoice"],
    }),
    payInvoice: build.mutation<Invoice, Seen & { values: Payment }>({
      query: ({ id, revision, values }) => write(`${callAt(id)}/payments`, "POST", revision, values),
      invalidatesTags: ["Invoice"],
    }),
    unpayInvoice: build.mutation<Invoice, Seen & { payment: string }>({
      query: ({ id, revision, payment }) => write(`${callAt(id)}/payments/${payment}`, "DELETE", revision),
      invalidatesTags: ["Invoice"],
    }),
  }),
});
