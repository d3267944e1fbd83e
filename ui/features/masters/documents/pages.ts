/** The pages of customers' documents: the list, and the review of one. */
import { page, type PageKeys, privateHead } from "../../../page";
import { customerDocumentsApi } from "./api";
import { documentGrammar, documentsGrammar } from "./query";

const { customerDocument, customerDocuments } = customerDocumentsApi.endpoints;
// i18n: customerdocs.key.*
const keys: PageKeys = [
  ["j k", "move"],
  ["v", "type"],
  ["a", "accept"],
  ["r", "reject"],
  ["z", "reopen"],
  ["+ - 0 w t", "look"],
];
const COMMON = {
  area: "customerdocs",
  access: { action: "read", subject: "Master" },
} as const;

// i18n: customerdocs.done.*
export const pages = [
  page({
    ...COMMON,
    keys,
    name: "customer-document",
    path: "/customer-documents/:id",
    title: "customerdocs.one",
    query: documentGrammar,
    needs: ({ params }) => [customerDocument.initiate(params.id)],
    proof: "/api/v1/customer-documents/:id",
    head: privateHead("customerdocs.about"),
    view: () => import("./DocumentPage"),
  }),
  page({
    ...COMMON,
    name: "customer-documents",
    path: "/customer-documents",
    title: "customerdocs.title",
    query: documentsGrammar,
    needs: ({ query }) => [customerDocuments.initiate(query)],
    head: privateHead("customerdocs.about"),
    view: () => import("./DocumentsPage"),
  }),
];
