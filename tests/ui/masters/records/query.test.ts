// What the addresses of the lists of master data keep.
import { expect, it } from "vitest";
import { jobCardsGrammar, vehiclesGrammar } from "../../../../ui/features/masters/records/query";
import { readQuery } from "../../../../ui/page";

it("keeps what narrows the list of vehicles, and takes nothing else", () => {
  const of = (search: string) => readQuery(vehiclesGrammar, new URLSearchParams(search)).values;
  expect(of("fuel=diesel&state=closed&sort=-registration")).toMatchObject({
    fuel: "diesel",
    state: "closed",
    sort: "-registration",
  });
  expect(of("fuel=wood").fuel).toBe("");
  expect(of("").sort).toBe("-created_at");
});

it("names the job card that a sheet is about", () =>
  expect(readQuery(jobCardsGrammar, new URLSearchParams("do=edit&card=5")).values).toMatchObject({
    do: "edit",
    card: "5",
  }));
