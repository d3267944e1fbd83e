/** The list of users, and one of them: under administration, and at the specified addresses of the applications. */
import { can } from "../../../lib/session";
import { page, type NeedContext, type PageKeys } from "../../../page";
import { peopleApi } from "./api";
import { listOf, memberGrammar, peopleGrammar } from "./query";

// i18n: people.done.* person.done.*
// i18n: people.key.*
const keys: PageKeys = [["n", "new"]];

/** What both addresses of the list have. */
const LIST = {
  area: "people",
  keys,
  access: { action: "read", subject: "User" },
  title: "people.title",
  query: peopleGrammar,
  needs: ({ query, session }: NeedContext<typeof peopleGrammar, never>) => {
    const list = listOf(query);
    const { q, role, plan, status } = list;
    const invites = query.do === "new" && can(session.user?.ability ?? [], "create", "User");
    return [
      peopleApi.endpoints.people.initiate(list),
      peopleApi.endpoints.peopleCounts.initiate({ q, role, plan, status }),
      ...(query.who && query.do !== "new" ? [peopleApi.endpoints.member.initiate(query.who)] : []),
      ...(invites ? [peopleApi.endpoints.parts.initiate()] : []),
    ];
  },
  head: ({ t }: { t: (key: string) => string }) => ({ description: t("people.description"), robots: "noindex" }),
} as const;

/** What both addresses of a person have. */
const PERSON = {
  area: "people",
  keys,
  access: { action: "read", subject: "User" },
  query: memberGrammar,
  proof: "/api/v1/people/:id",
  head: LIST.head,
} as const;

export const pages = [
  page({
    name: "users",
    icon: "users",
    menu: { group: "admin", order: 3 },
    path: "/admin/users",
    ...LIST,
    view: () => import("./ListPage"),
  }),
  page({
    name: "users-import",
    path: "/admin/users/import",
    area: "people",
    access: { action: "create", subject: "User" },
    title: "person.import.title",
    head: LIST.head,
    view: () => import("./ImportPage"),
  }),
  page({
    name: "user",
    path: "/admin/users/:id",
    ...PERSON,
    title: ({ t, params, state }) =>
      peopleApi.endpoints.member.select(params.id)(state).data?.full_name ?? t("people.one"),
    needs: async (context) => (await import("./needs")).ofPerson(context),
    view: () => import("./ViewPage"),
  }),
  page({
    name: "user-list",
    icon: "users",
    menu: { group: "apps", order: 7 },
    path: "/apps/user/list",
    ...LIST,
    view: () => import("./ListPage"),
  }),
  page({
    name: "user-view",
    path: "/apps/user/view/:id",
    ...PERSON,
    title: ({ t, params, state }) =>
      peopleApi.endpoints.member.select(params.id)(state).data?.full_name ?? t("people.one"),
    needs: async (context) => (await import("./needs")).ofPerson(context),
    view: () => import("./ViewPage"),
  }),
];
