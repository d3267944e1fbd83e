/** Answers of the list of users. */
import type { Member, PeopleCounts } from "../../ui/features/accounts/people/types";

const MEMBER: Member = {
  id: "70",
  number: 7,
  full_name: "Meera Nair",
  username: "meera",
  email: "meera@vela.example",
  role: "editor",
  current_plan: "team",
  status: "active",
  company: "Vela Cars",
  country: "India",
  contact: "(020) 555 0107",
  billing: "",
  avatar: "",
  signs_in: false,
  last_seen_at: null,
  deleted_at: null,
  created_at: "2026-11-01T08:00:00Z",
  updated_at: "2026-11-02T08:00:00Z",
  revision: 3,
};
const COUNTS: PeopleCounts = {
  roles: { admin: 1, author: 0, editor: 1, maintainer: 0, subscriber: 0 },
  plans: { basic: 0, team: 1, company: 0, enterprise: 1 },
  states: { active: 2, inactive: 0, pending: 0, deleted: 1 },
};

/** The answer to a path of theirs; nothing for any other. */
export function people(path: string): unknown {
  if (path.startsWith("/api/v1/people/counts")) return COUNTS;
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
