/** The list of users, and one of them. */
import { can } from "../../lib/session";
import { grammar, oneOf, page, place, text } from "../../page";
import { auditApi } from "../audit/api";
import { peopleApi } from "./api";
import { PLANS, ROLES, SIZES, SORTS, STATES, type ListArgs } from "./types";

export const peopleGrammar = grammar({
  q: text(),
  role: oneOf(ROLES),
  plan: oneOf(PLANS),
  status: oneOf(STATES),
  sort: oneOf(SORTS, "-number"),
  page: place(),
  per: oneOf(SIZES, "10"),
  do: oneOf(["new", "edit", "delete"]),
  who: text({ max: 20 }),
});

export const memberGrammar = grammar({ do: oneOf(["edit", "delete"]) });

/** The list without the sheet that stands over it. */
export function listOf<T extends ListArgs & { do: string; who: string }>(query: T): ListArgs {
  const { do: _do, who: _who, ...list } = query;
  return list;
}

/** The newest rows of the audit log on one person. */
export const historyOf = (id: string) => ({ user: [], action: "", subject: "user", subject_id: [id], from: "", to: "", page: 1, per: "10" });

// i18n: people.done.*
export const pages = [
  page({
    name: "user-list",
    path: "/apps/user/list",
    area: "people",
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
    access: { action: "read", subject: "User" },
    title: ({ t, params, state }) => peopleApi.endpoints.member.select(params.id)(state).data?.full_name ?? t("people.one"),
    query: memberGrammar,
    needs: async ({ params, session, ask }) => {
      const member = peopleApi.endpoints.member.initiate(params.id);
      const known = can(session.user?.ability ?? [], "read", "Audit") ? await ask(member) : undefined;
      return [member, ...(known ? [auditApi.endpoints.audit.initiate(historyOf(known.id))] : [])];
    },
    proof: "/api/v1/people/:id",
    styles: ["controls", "floats", "data", "people"],
    messages: ["people", "controls", "audit"],
    head: ({ t }) => ({ description: t("people.description"), robots: "noindex" }),
    view: () => import("./ViewPage"),
  }),
];
