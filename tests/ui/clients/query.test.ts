// What a client's page asks of the tree for its address.
import { expect, it } from "vitest";
import { clientGrammar, treeOf, type ClientQuery } from "../../../ui/features/clients/query";
import { EVENTS } from "../../../ui/features/clients/types";
import { readQuery } from "../../../ui/page";

const of = (search: string): ClientQuery => readQuery(clientGrammar, new URLSearchParams(search)).values;

it("opens no branch by itself, those of the address, and all of what is looked for", () => {
  expect(treeOf(of("")).open).toBe("none");
  expect(treeOf(of("open=8,8.5")).open).toBe("8,8.5");
  for (const search of ["q=baner", "warning=no_hours", "type=sales", "state=closed"])
    expect(treeOf(of(`${search}&open=8`)).open).toBe("all");
});

it("offers nothing to do to a client that is closed", () => {
  expect(EVENTS.closed).toEqual([]);
  expect(EVENTS.suspended).toEqual(["resume", "close"]);
});
