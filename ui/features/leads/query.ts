/** The query grammar of the pages of leads. */
import { bothWays } from "../../lib/sort";
import { grammar, oneOf, place, text, type Values } from "../../page";
import { BOARD_SORTS, CHANNELS, ENDS, EVENTS, LEAK_GROUPS, LEAKS, STATES } from "./types";

const ID = { max: 20 };
const narrowing = { q: text(), parent: text(ID), city: text(ID), outlet: text(ID), owner: text(ID), ends: oneOf(ENDS) };

export const treeGrammar = grammar({ open: text({ max: 2000 }) });

export const boardGrammar = grammar({
  ...narrowing,
  sort: oneOf(BOARD_SORTS, "next"),
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

export const leaksGrammar = grammar({
  ...narrowing,
  reason: oneOf(LEAKS),
  by: oneOf(LEAK_GROUPS, "outlet"),
  rows: oneOf(["all"]),
  page: place(),
});

export const leadGrammar = grammar({
  do: oneOf(["edit", "touch", "send", "plan", "merge", ...EVENTS]),
  how: oneOf([...CHANNELS, "quote"]),
  other: text(ID),
});

export const pricesGrammar = grammar({ page: place(), list: text(ID), do: oneOf(["new", "edit", "publish"]) });

export const rulesGrammar = grammar({ page: place(), do: oneOf(["edit"]), parent: text(ID) });

/** What narrows leads in the addresses of board, list and leaks. */
export type Narrowing = Pick<Values<typeof boardGrammar>, keyof typeof narrowing>;
export type ListQuery = Omit<Values<typeof listGrammar>, "do">;
export type LeaksQuery = Omit<Values<typeof leaksGrammar>, "rows">;
export type BoardQuery = Narrowing & Pick<Values<typeof boardGrammar>, "sort">;

/** The part of an address that narrows leads. */
export const filtersOf = ({ q, parent, city, outlet, owner, ends }: Narrowing): Narrowing => ({
  q,
  parent,
  city,
  outlet,
  owner,
  ends,
});

/** What the call of the board takes of an address. */
export const boardOf = (query: Values<typeof boardGrammar>): BoardQuery => ({ ...filtersOf(query), sort: query.sort });
