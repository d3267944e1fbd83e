/** Clients and their places as the API answers them. */
import type { Shape } from "../../api";
import type { PageRef } from "../../page";

export type Client = Shape<"Client">;
export type ClientPage = Shape<"ClientPage">;
export type Tree = Shape<"Tree">;
export type TreeParent = Shape<"TreeParent">;
export type TreeCity = Shape<"TreeCity">;
export type TreeOutlet = Shape<"TreeOutlet">;
export type Outlet = Shape<"Outlet">;
export type Parent = Shape<"Parent">;
export type City = Shape<"City">;
export type ParentPage = Shape<"ParentPage">;
export type CityPage = Shape<"CityPage">;
export type ConsentPage = Shape<"ConsentPage">;
export type PlacementPage = Shape<"PlacementPage">;

export const STATES = [
  "trial",
  "active",
  "suspended",
  "closed",
  "purged",
] as const satisfies readonly Client["state"][];
export const TYPES = ["sales", "service", "both"] as const satisfies readonly Outlet["type"][];
export const WARNINGS = ["no_hours", "no_manager", "no_phone"] as const;
export const PLACE_STATES = ["open", "closed"] as const satisfies readonly Outlet["state"][];
/** What can be done to a client in a state, the usual first. */
export const EVENTS: Readonly<Record<Client["state"], readonly Event[]>> = {
  trial: ["activate"],
  active: ["suspend"],
  suspended: ["resume", "close"],
  closed: [],
  purged: [],
};
export type Event = "activate" | "suspend" | "resume" | "close";

/** Which clients are listed. */
export interface ListArgs {
  q: string;
  state: string;
  sort: string;
  page: PageRef;
}

/** What narrows and opens a tree. */
export interface TreeArgs {
  q: string;
  type: string;
  state: string;
  warning: string;
  open: string;
  each: string;
}
export type OutletStanding = Shape<"OutletStanding">;
