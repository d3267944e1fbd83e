/** The pages of invoices: the list, one of them, and writing one. */
import { page } from "../../../page";
import { invoiceApi } from "./api";
import { ADD, countedBy, LIST } from "./types";
import { addGrammar, editGrammar, listGrammar, previewGrammar } from "./query";

const { invoices, invoiceSummary, invoice } = invoiceApi.endpoints;

const hidden = { robots: "noindex" };

export const pages = [
  page({
    area: "invoices",
    name: "invoices",
    icon: "receipt",
    menu: { group: "apps", order: 5 },
    path: LIST,
    access: { action: "read", subject: "Office", whole: true },
    title: "invoices.title",
    query: listGrammar,
    needs: ({ query }) => [invoices.initiate(query), invoiceSummary.initiate(countedBy(query))],
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./ListPage"),
  }),
  page({
    area: "invoices",
    name: "invoice-preview",
    path: "/apps/invoice/preview/:id",
    access: { action: "read", subject: "Office", whole: true },
    title: ({ t, params, state }) =>
      t("invoices.one", { n: String(invoice.select(params.id)(state).data?.number ?? params.id) }),
    query: previewGrammar,
    needs: ({ params }) => [invoice.initiate(params.id)],
    proof: "/api/v1/invoices/:id",
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./PreviewPage"),
  }),
  page({
    area: "invoices",
    name: "invoice-add",
    path: ADD,
    access: { action: "create", subject: "Office", whole: true },
    title: "invoices.new",
    query: addGrammar,
    needs: ({ query }) => (query.from ? [invoice.initiate(query.from)] : []),
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./AddPage"),
  }),
  page({
    area: "invoices",
    name: "invoice-edit",
    path: "/apps/invoice/edit/:id",
    access: { action: "update", subject: "Office", whole: true },
    title: ({ t, params, state }) =>
      t("invoices.editOne", { n: String(invoice.select(params.id)(state).data?.number ?? params.id) }),
    query: editGrammar,
    needs: ({ params }) => [invoice.initiate(params.id)],
    proof: "/api/v1/invoices/:id",
    head: ({ t }) => ({ description: t("invoices.description"), ...hidden }),
    view: () => import("./EditPage"),
  }),
];
