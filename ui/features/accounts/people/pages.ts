/** The list of users, and one of them. */
import { can } from "../../../lib/session";
import { page, type PageKeys } from "../../../page";
import { auditApi } from "../../audit/api";
import { peopleApi } from "./api";
import { listOf, peopleGrammar, historyOf, memberGrammar } from "./query";

// i18n: people.done.*
// i18n: people.key.*
const keys: PageKeys = [["n", "new"]];

export const pages = [
  page({
    name: "user-list",
    icon: "users",
    menu: { group: "apps", order: 7 },
    path: "/apps/user/list",
    area: "people",
    keys,
    access: { action: "read", subject: "User" },
    title: "people.title",
    query: peopleGrammar,
    needs: ({ query }) => {
      const list = listOf(query);
      const { q, role, plan, status } = list;
      return [
        peopleApi.endpoints.people.initiate(list),
        peopleApi.endpoints.peopleCounts.initiate({ q, role, plan, status }),
        ...(query.who && query.do !== "new" ? [peopleApi.endpoints.member.initiate(query.who)] : []),
      ];
    },
    styles: ["controls", "floats", "table", "people"],
    messages: ["people", "controls", "data"],
    head: ({ t }) => ({ description: t("people.description"), robots: "noindex" }),
    view: () => import("./ListPage"),
  }),
  page({
    name: "user-view",
    path: "/apps/user/view/:id",
    area: "people",
    keys,
    access: { action: "read", subject: "User" },
    title: ({ t, params, state }) =>
      peopleApi.endpoints.member.select(params.id)(state).data?.full_name ?? t("people.one"),
    query: memberGrammar,
    needs: async ({ params, session, ask }) => {
      const member = peopleApi.endpoints.member.initiate(params.id);
      const ability = session.user?.ability ?? [];
      const [audits, invites] = [can(ability, "read", "Audit"), can(ability, "create", "User")];
      const known = audits || invites ? await ask(member) : undefined;
      return [
        member,
        ...(known && audits ? [auditApi.endpoints.audit.initiate(historyOf(known.id))] : []),
        ...(known && invites && !known.signs_in ? [peopleApi.endpoints.invitations.initiate(known.id)] : []),
      ];
    },
    proof: "/api/v1/people/:id",
    styles: ["controls", "floats", "data", "people"],
    messages: ["people", "controls", "audit"],
    head: ({ t }) => ({ description: t("people.description"), robots: "noindex" }),
    view: () => import("./ViewPage"),
  }),
];
