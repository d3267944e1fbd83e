/** The query grammar of a code list's page: what is listed, and which form is open. */
import { bothWays } from "../../lib/sort";
import { grammar, oneOf, place, text, type Values } from "../../page";
import { STATES } from "./types";

export const listGrammar = grammar({
  q: text(),
  state: oneOf(STATES),
  of: text({ max: 60 }),
  page: place(),
  do: oneOf(["new", "edit", "uses", "delete", "import"]),
  entry: text({ max: 20 }),
});

/** What the address of a code list's page says. */
export type ListQuery = Values<typeof listGrammar>;

/** The part of it that narrows the list. */
export const listArgs = (list: string, { q, state, of, page }: ListQuery) => ({ list, q, state, of, page });

export const metricsGrammar = grammar({ q: text(), m: text({ max: 60 }) });

export const snippetsGrammar = grammar({
  q: text(),
  sort: oneOf(bothWays(["key"]), "key"),
  page: place(),
  do: oneOf(["new", "edit", "uses", "delete"]),
  snippet: text({ max: 20 }),
});

/** What the address of the page of snippets says. */
export type SnippetsQuery = Values<typeof snippetsGrammar>;

/** The part of it that narrows the list. */
export const listParameters = ({ q, sort, page }: SnippetsQuery) => ({ q, sort, page });

export const webhooksGrammar = grammar({ do: oneOf(["new", "delete"]), webhook: text({ max: 20 }) });

export const apiGrammar = grammar({ area: text({ max: 60 }) });
