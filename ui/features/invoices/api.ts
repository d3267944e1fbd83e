/** The calls of invoices. */
import { api, path } from "../../api";
import { callAt, type Client, type Invoice, type InvoiceChange, type InvoicePage, type ListArgs, type Payment, type Sending, type Summary } from "./types";

/** An invoice and the version of it that one has seen. */
export interface Seen {
  id: string;
  version: number;
}

const write = (at: string, method: "POST" | "PATCH" | "DELETE", version: number, body?: unknown) => ({ path: at, method, version: String(version), ...(body !== undefined && { body }) });

export const invoiceApi = api.enhanceEndpoints({ addTagTypes: ["Invoice"] }).injectEndpoints({
  endpoints: (build) => ({
    invoices: build.query<InvoicePage, ListArgs>({
      query: ({ view, q, sort, page }) => path("/api/v1/invoices", { view: view === "all" ? "" : view, q, sort: sort === "-number" ? "" : sort, page: page !== 1 ? page : "" }),
      providesTags: ["Invoice"],
    }),
    invoiceSummary: build.query<Summary, string>({ query: (q) => path("/api/v1/invoices/summary", { q }), providesTags: ["Invoice"] }),
    invoice: build.query<Invoice, string>({ query: callAt, providesTags: ["Invoice"] }),
    invoiceClients: build.query<{ clients: Client[] }, string>({ query: (q) => path("/api/v1/invoices/clients", { q }) }),
    addInvoice: build.mutation<Invoice, InvoiceChange>({ query: (body) => ({ path: "/api/v1/invoices", method: "POST", body }), invalidatesTags: ["Invoice"] }),
    changeInvoice: build.mutation<Invoice, Seen & { values: InvoiceChange }>({ query: ({ id, version, values }) => write(callAt(id), "PATCH", version, values), invalidatesTags: ["Invoice"] }),
    deleteInvoice: build.mutation<Invoice, Seen>({ query: ({ id, version }) => write(callAt(id), "DELETE", version), invalidatesTags: ["Invoice"] }),
    restoreInvoice: build.mutation<Invoice, Seen>({ query: ({ id, version }) => write(`${callAt(id)}/restore`, "POST", version), invalidatesTags: ["Invoice"] }),
    sendInvoice: build.mutation<Invoice, Seen & { values: Sending }>({ query: ({ id, version, values }) => write(`${callAt(id)}/send`, "POST", version, values), invalidatesTags: ["Invoice"] }),
    payInvoice: build.mutation<Invoice, Seen & { values: Payment }>({ query: ({ id, version, values }) => write(`${callAt(id)}/payments`, "POST", version, values), invalidatesTags: ["Invoice"] }),
    unpayInvoice: build.mutation<Invoice, Seen & { payment: string }>({ query: ({ id, version, payment }) => write(`${callAt(id)}/payments/${payment}`, "DELETE", version), invalidatesTags: ["Invoice"] }),
  }),
});
