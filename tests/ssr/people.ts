/** Answers of the list of users. */
import type {
  Access,
  Explanation,
  Member,
  Owned,
  Part,
  PeopleCounts,
  PersonSessionPage,
} from "../../ui/features/accounts/people/types";

const MEMBER: Member = {
  id: "70",
  number: 7,
  full_name: "Meera Nair",
  username: "meera",
  email: "meera@vela.example",
  role: "editor",
  current_plan: "team",
  status: "active",
  state: "active",
  invitation: null,
  locked_until: null,
  auth_role: "editor",
  sees: [{ kind: "cities", n: 1, names: ["Pune"] }],
  company: "Vela Cars",
  country: "India",
  contact: "(020) 555 0107",
  billing: "",
  avatar: "",
  signs_in: false,
  second_factor_at: null,
  last_seen_at: null,
  deleted_at: null,
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-02T08:00:00Z",
  revision: 3,
};
const COUNTS: PeopleCounts = {
  roles: { admin: 1, author: 0, editor: 1, maintainer: 0, subscriber: 0 },
  plans: { basic: 0, team: 1, company: 0, enterprise: 1 },
  states: { active: 2, inactive: 0, pending: 0, suspended: 0, locked: 0, deactivated: 0, deleted: 1 },
  all: { roles: 50, plans: 50, states: 50 },
};

const ACCESS: Access = {
  role: "editor",
  abilities: [{ action: "read", subject: "Audit" }],
  scope: { clients: null, parents: null, cities: ["31"], outlets: null, bots: ["7"] },
  revision: 3,
};
const PARTS: { parts: Part[] } = {
  parts: [
    { kind: "clients", id: "1", name: "Meridian Motors", within: {} },
    { kind: "parents", id: "21", name: "Coromandel Cars", within: { clients: "1" } },
    { kind: "cities", id: "31", name: "Pune", within: {} },
    {
      kind: "outlets",
      id: "41",
      name: "Pune Baner",
      within: { clients: "1", parents: "21", cities: "31" },
    },
    { kind: "bots", id: "7", name: "Service Desk", within: { clients: "1" } },
  ],
};
const EXPLANATION: Explanation = {
  allowed: false,
  because: [
    { code: "by_role", allows: true, role: "editor", action: "read", subject: "Bot", name: null },
    { code: "outside_bots", allows: false, role: null, action: null, subject: null, name: "Sales Desk" },
  ],
};
const OWNED: Owned = {
  total: 1,
  kinds: [
    { kind: "bots", count: 1, items: [{ id: "7", name: "Service Desk", link: "/admin/bots/7" }] },
    { kind: "exports", count: 0, items: [] },
  ],
};
const SESSIONS: PersonSessionPage = {
  items: [
    {
      id: "5",
      kind: "cookie",
      ip: "203.0.113.7",
      user_agent: "Mozilla/5.0 (Linux; Android 14) Chrome/131",
      created_at: "2026-11-01T08:00:00Z",
      last_seen_at: "2026-11-02T08:00:00Z",
    },
  ],
  total: 1,
  page: 1,
  per: 10,
  next: null,
  previous: null,
};

/** The answer to a path of theirs; nothing for any other. */
export function people(path: string): unknown {
  if (path.startsWith("/api/v1/people/counts")) return COUNTS;
  if (path.startsWith("/api/v1/people/parts")) return PARTS;
  if (/people\/\d+\/access\/explain/.test(path)) return EXPLANATION;
  if (/people\/\d+\/access/.test(path)) return ACCESS;
  if (/people\/\d+\/owned/.test(path)) return OWNED;
  if (/people\/\d+\/successors/.test(path))
    return {
      items: [{ ...MEMBER, id: "81", full_name: "Heir One" }],
      total: 1,
      page: 1,
      per: 100,
      next: null,
      previous: null,
    };
  if (/people\/\d+\/sessions/.test(path)) return SESSIONS;
  if (path.startsWith("/api/v1/people/")) return MEMBER;
  if (path.startsWith("/api/v1/people"))
    return {
      items: [
        MEMBER,
        {
          ...MEMBER,
          id: "80",
          number: 8,
          full_name: "Rohan Shetty",
          deleted_at: path.includes("deleted") ? "2026-11-03T08:00:00Z" : null,
        },
      ],
      total: 2,
      page: 1,
      per: 10,
      next: null,
      previous: null,
    };
  return undefined;
}
