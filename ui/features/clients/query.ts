/** The query grammar of the pages of clients: what is listed, which branches and sheets are open. */
import { bothWays } from "../../lib/sort";
import { grammar, oneOf, place, text, type Values } from "../../page";
import { PLACE_STATES, STATES, TYPES, WARNINGS, type TreeArgs } from "./types";

export const clientsGrammar = grammar({
  q: text(),
  state: oneOf(STATES),
  sort: oneOf(bothWays(["name"]), "name"),
  page: place(),
  do: oneOf(["new"]),
});

/** The parts of a client's page. */
export const TABS = ["tree", "details", "branding", "policy"] as const;

export const clientGrammar = grammar({
  tab: oneOf(TABS, "tree"),
  q: text(),
  type: oneOf(TYPES),
  state: oneOf(PLACE_STATES),
  warning: oneOf(WARNINGS),
  open: text({ max: 1500 }),
  each: oneOf(["100", "5000"], "100"),
  page: place(),
  do: oneOf([
    "parent",
    "city",
    "outlet",
    "edit-parent",
    "edit-city",
    "close-parent",
    "close-city",
    "delete-parent",
    "delete-city",
    "activate",
    "suspend",
    "resume",
    "close",
    "delete",
  ]),
  parent: text({ max: 20 }),
  city: text({ max: 20 }),
});

export const outletGrammar = grammar({
  page: place(),
  people: place(),
  do: oneOf(["edit", "managers", "move", "cancel", "close", "delete"]),
});

/** What the address of a client's page says. */
export type ClientQuery = Values<typeof clientGrammar>;

/** The tree as the address asks for it: whatever is looked for is in branches that are open. */
export function treeOf({ q, type, state, warning, open, each }: ClientQuery): TreeArgs {
  const isFiltered = Boolean(q || type || state || warning);
  return { q, type, state, warning, open: isFiltered ? "all" : open || "none", each };
}
