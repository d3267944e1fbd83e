/** The query grammar of the pages of master data. */
import { bothWays } from "../../../lib/sort";
import { grammar, oneOf, place, text, type Values } from "../../../page";
import { FUELS, OUTLET_TYPES, STATES } from "./types";

const VEHICLE_SORTS = ["created_at", "registration", "vin", "model", "sale_date", "warranty_end"] as const;

export const vehiclesGrammar = grammar({
  q: text(),
  model: text({ max: 60 }),
  variant: text({ max: 60 }),
  fuel: oneOf(FUELS),
  state: oneOf(STATES),
  sort: oneOf(bothWays(VEHICLE_SORTS), "-created_at"),
  page: place(),
  do: oneOf(["new"]),
});

export const customersGrammar = grammar({
  q: text(),
  sort: oneOf(bothWays(["name", "created_at"]), "name"),
  page: place(),
  do: oneOf(["new"]),
});

export const jobCardsGrammar = grammar({
  q: text(),
  type: text({ max: 60 }),
  state: oneOf(STATES),
  sort: oneOf(bothWays(["opened_on", "number"]), "-opened_on"),
  page: place(),
  do: oneOf(["edit", "delete"]),
  card: text({ max: 20 }),
});

export const outletsGrammar = grammar({
  q: text(),
  parent: text({ max: 20 }),
  city: text({ max: 20 }),
  type: oneOf(OUTLET_TYPES),
  state: oneOf(STATES),
  sort: oneOf(bothWays(["name", "code"]), "name"),
  page: place(),
});

export const vehicleGrammar = grammar({
  page: place(),
  do: oneOf(["edit", "card", "close", "delete"]),
});

export const customerGrammar = grammar({
  page: place(),
  do: oneOf(["edit", "delete"]),
});

/** What the addresses of the lists say. */
export type VehicleQuery = Omit<Values<typeof vehiclesGrammar>, "do">;
export type CustomerQuery = Omit<Values<typeof customersGrammar>, "do">;
export type JobCardQuery = Omit<Values<typeof jobCardsGrammar>, "do" | "card">;
export type OutletQuery = Values<typeof outletsGrammar>;
