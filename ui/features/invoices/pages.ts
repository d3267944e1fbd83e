/** The pages of invoices: the list, one of them, and writing one. */
import { grammar, int, oneOf, page, place, text } from "../../page";
import { invoiceApi } from "./api";
import { ADD, LIST, SORTS, VIEWS } from "./types";

export const listGrammar = grammar({
  view: oneOf(VIEWS, "all"),
  q: text(),
  sort: oneOf(SORTS, "-number"),
  page: place(),
});

/** Which sheet is open beside an invoice. */
export const previewGrammar = grammar({ sheet: oneOf(["", "send", "payment"]) });

/** How many empty lines there are, and which invoice a new one begins as. */
export const addGrammar = grammar({ rows: int({ default: 3, min: 1, max: 50 }), from: text({ max: 20 }) });

/** How many lines there are at least, and the version that is being changed. */
export const editGrammar = grammar({ rows: int({ default: 1, min: 1, max: 50 }), v: int({ default: 0, min: 0, max: 999_999_999 }) });

const { invoices, invoiceSummary, invoice } = invoiceApi.endpoints;
const hidden = { robots: "noindex" };
const shared = { area: "invoices" } as const;
const form = { ...shared, messages: ["invoices", "controls"] } as const;

export const pages = [
  page({
    ...shared,
    messages: ["invoices", "data"],
    name: "invoices",
    path: LIST,
    access: { action: "read", subject: "Demo" },
    title: "invoices.title",
    query: listGrammar,
    needs: ({ query }) => [invoices.initiate(query), invoiceSummary.initiate(query.q)],
    styles: ["controls", "floats", "table", "stat", "invoices"],
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./ListPage"),
  }),
  page({
    ...shared,
    name: "invoice-preview",
    path: "/apps/invoice/preview/:id",
    access: { action: "read", subject: "Demo" },
    title: ({ t, params, state }) => t("invoices.one", { n: String(invoice.select(params.id)(state).data?.number ?? params.id) }),
    query: previewGrammar,
    needs: ({ params }) => [invoice.initiate(params.id)],
    proof: "/api/v1/invoices/:id",
    styles: ["controls", "floats", "data", "invoices"],
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./PreviewPage"),
  }),
  page({
    ...form,
    name: "invoice-add",
    path: ADD,
    access: { action: "create", subject: "Demo" },
    title: "invoices.new",
    query: addGrammar,
    needs: ({ query }) => (query.from ? [invoice.initiate(query.from)] : []),
    styles: ["controls", "floats", "invoices"],
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./AddPage"),
  }),
  page({
    ...form,
    name: "invoice-edit",
    path: "/apps/invoice/edit/:id",
    access: { action: "update", subject: "Demo" },
    title: ({ t, params, state }) => t("invoices.editOne", { n: String(invoice.select(params.id)(state).data?.number ?? params.id) }),
    query: editGrammar,
    needs: ({ params }) => [invoice.initiate(params.id)],
    proof: "/api/v1/invoices/:id",
    styles: ["controls", "floats", "invoices"],
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./EditPage"),
  }),
];
