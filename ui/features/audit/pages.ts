/** The page of the audit log. */
import { page, privateHead } from "../../page";
import { auditApi } from "./api";
import { auditGrammar } from "./query";

export const pages = [
  page({
    name: "audit",
    icon: "history",
    menu: { group: "admin", order: 8 },
    path: "/admin/audit",
    area: "audit",
    access: { action: "read", subject: "Audit" },
    title: "audit.title",
    query: auditGrammar,
    needs: ({ query }) => [auditApi.endpoints.audit.initiate(query)],
    head: privateHead("audit.description"),
    view: () => import("./AuditPage"),
  }),
];
