/** The page of the audit log. */
import { grammar, ids, oneOf, page, place, text } from "../../page";
import { auditApi } from "./api";

export const auditGrammar = grammar({
  user: ids(),
  action: text({ max: 60 }),
  subject: text({ max: 40 }),
  subject_id: ids(),
  from: text({ max: 10 }),
  to: text({ max: 10 }),
  page: place(),
  per: oneOf(["10", "25", "50", "100"], "25"),
});

export const pages = [
  page({
    name: "audit",
    path: "/admin/audit",
    area: "audit",
    access: { action: "read", subject: "Audit" },
    title: "audit.title",
    query: auditGrammar,
    needs: ({ query }) => [auditApi.endpoints.audit.initiate(query)],
    styles: ["controls", "floats", "audit"],
    messages: ["audit", "controls"],
    head: ({ t }) => ({ description: t("audit.description"), robots: "noindex" }),
    view: () => import("./AuditPage"),
  }),
];
