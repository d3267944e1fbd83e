/** The query grammar of the pages of leads. */
import { bothWays } from "../../lib/sort";
import { grammar, oneOf, place, text, type Values } from "../../page";
import { ENDS, EVENTS, LEAKS, STATES } from "./types";

const ID = { max: 20 };
const narrowing = { q: text(), parent: text(ID), city: text(ID), outlet: text(ID), owner: text(ID), ends: oneOf(ENDS) };

export const treeGrammar = grammar({ open: text({ max: 2000 }) });

export const boardGrammar = grammar({
  ...narrowing,
  col: oneOf(STATES),
  do: oneOf(["new", ...EVENTS]),
  lead: text(ID),
});

export const listGrammar = grammar({
  ...narrowing,
  state: oneOf(["open", ...STATES]),
  overdue: oneOf(["true"]),
  sort: oneOf(bothWays(["created_at", "next_action_at", "warranty_end", "number"]), "-created_at"),
  page: place(),
  do: oneOf(["new"]),
});

export const leaksGrammar = grammar({ ...narrowing, reason: oneOf(LEAKS), page: place() });

export const leadGrammar = grammar({
  do: oneOf(["edit", "touch", "merge", ...EVENTS]),
  other: text(ID),
});

export const pricesGrammar = grammar({ page: place(), list: text(ID), do: oneOf(["new", "edit", "publish"]) });

export const rulesGrammar = grammar({ page: place(), do: oneOf(["edit"]), parent: text(ID) });

/** What narrows leads in the addresses of board, list and leaks. */
export type Narrowing = Pick<Values<typeof boardGrammar>, keyof typeof narrowing>;
export type ListQuery = Omit<Values<typeof listGrammar>, "do">;
export type LeaksQuery = Values<typeof leaksGrammar>;

/** The part of an address that narrows leads. */
export const filtersOf = ({ q, parent, city, outlet, owner, ends }: Narrowing): Narrowing => ({
  q,
  parent,
  city,
  outlet,
  owner,
  ends,
});
