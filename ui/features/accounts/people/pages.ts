/** The list of users, and one of them: under administration, and at the specified addresses of the applications. */
import { can } from "../../../lib/session";
import { page, type NeedContext, type PageKeys } from "../../../page";
import { auditApi } from "../../audit/api";
import { peopleApi } from "./api";
import { historyOf, listOf, memberGrammar, peopleGrammar } from "./query";
import { SUCCESSORS } from "./types";

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
  styles: ["controls", "floats", "table", "people"],
  messages: ["people", "controls", "data"],
  head: ({ t }: { t: (key: string) => string }) => ({ description: t("people.description"), robots: "noindex" }),
} as const;

/** What a person's page needs for the tab that is open, and for what stands over it. */
async function ofPerson({ params, query, session, ask }: NeedContext<typeof memberGrammar, "id">) {
  const { endpoints } = peopleApi;
  const member = endpoints.member.initiate(params.id);
  const ability = session.user?.ability ?? [];
  const [audits, invites, updates] = [
    can(ability, "read", "Audit"),
    can(ability, "create", "User"),
    can(ability, "update", "User"),
  ];
  const known = await ask(member);
  if (!known) return [member];
  const ofTab = {
    profile: () => [
      ...(audits ? [auditApi.endpoints.audit.initiate(historyOf(known.id))] : []),
      ...(invites && !known.signs_in ? [endpoints.invitations.initiate(known.id)] : []),
    ],
    access: () => [
      endpoints.access.initiate(known.id),
      ...(updates && invites ? [endpoints.parts.initiate()] : []),
      ...(query.subject
        ? [
            endpoints.explain.initiate({
              id: known.id,
              action: query.action,
              subject: query.subject,
              thing: query.thing,
            }),
          ]
        : []),
    ],
    owned: () => (updates ? [endpoints.owned.initiate(known.id)] : []),
    sessions: () => (updates ? [endpoints.memberSessions.initiate({ id: known.id, page: query.page })] : []),
  };
  const leaves = query.do === "deactivate" && can(ability, "delete", "User");
  return [
    member,
    ...ofTab[query.tab](),
    ...(leaves ? [endpoints.owned.initiate(known.id), endpoints.people.initiate(SUCCESSORS)] : []),
  ];
}

/** What both addresses of a person have. */
const PERSON = {
  area: "people",
  keys,
  access: { action: "read", subject: "User" },
  query: memberGrammar,
  proof: "/api/v1/people/:id",
  styles: ["controls", "floats", "table", "data", "people"],
  messages: ["people", "person", "controls", "audit", "access"],
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
    styles: ["controls", "people"],
    messages: ["people", "person", "controls"],
    head: LIST.head,
    view: () => import("./ImportPage"),
  }),
  page({
    name: "user",
    path: "/admin/users/:id",
    ...PERSON,
    title: ({ t, params, state }) =>
      peopleApi.endpoints.member.select(params.id)(state).data?.full_name ?? t("people.one"),
    needs: ofPerson,
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
    needs: ofPerson,
    view: () => import("./ViewPage"),
  }),
];
