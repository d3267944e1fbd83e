/** The query grammar of the people pages. */
import { bothWays } from "../../../lib/sort";
import { grammar, oneOf, place, text } from "../../../page";
import { ASKABLE, ASKED_STATES, LOADABLE, PLANS, ROLES, SIZES, ORDERS, type ListArgs } from "./types";

export const peopleGrammar = grammar({
  q: text(),
  role: oneOf(ROLES),
  plan: oneOf(PLANS),
  status: oneOf(ASKED_STATES),
  sort: oneOf(bothWays(ORDERS), "-number"),
  page: place(),
  per: oneOf(SIZES, "10"),
  do: oneOf(["new", "edit"]),
  who: text({ max: 20 }),
});

export const TABS = ["profile", "access", "owned", "sessions"] as const;

export const memberGrammar = grammar({
  tab: oneOf(TABS, "profile"),
  action: oneOf(ASKABLE, "read"),
  subject: oneOf(LOADABLE),
  thing: text({ max: 20 }),
  page: place(),
  do: oneOf(["edit", "suspend", "deactivate", "reset-factor"]),
});

/** The list without the sheet that is over it. */
export function listOf<T extends ListArgs & { do: string; who: string }>(query: T): ListArgs {
  const { do: _do, who: _who, ...list } = query;
  return list;
}

/** The newest rows of the audit log on one person. */
export const historyOf = (id: string) => ({
  user: [],
  action: "",
  subject: "user",
  subject_id: [id],
  from: "",
  to: "",
  page: 1,
  per: "10",
});
