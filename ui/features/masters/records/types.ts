/** Customers, vehicles and job cards as the API answers them. */
import type { Shape } from "../../../api";

export type Vehicle = Shape<"Vehicle">;
export type VehiclePage = Shape<"VehiclePage">;
export type Customer = Shape<"Customer">;
export type CustomerPage = Shape<"CustomerPage">;
export type JobCard = Shape<"JobCard">;
export type JobCardPage = Shape<"JobCardPage">;
export type ConversationPage = Shape<"CustomerConversationPage">;

export type Outlet = Shape<"ListedOutlet">;
export type OutletPage = Shape<"OutletPage">;

export const OUTLET_TYPES = ["sales", "service", "both"] as const satisfies readonly Outlet["type"][];
export const FUELS = ["petrol", "diesel", "cng", "lpg", "electric", "hybrid"] as const;
export const STATES = ["open", "closed"] as const;

export type Entry = Shape<"Entry">;
export type EntryPage = Shape<"EntryPage">;
export type Labels = Readonly<Record<string, string>>;

/** The list of the reference that each field has codes of. */
export const LISTS = { model: "vehicle-models", variant: "variants", type: "service-types" } as const;
export type CodeField = keyof typeof LISTS;

/** What a code is called in a language, else in English, else itself. */
export const nameOf = ({ code, labels }: { code: string; labels: Labels }, locale: string): string =>
  labels[locale] ?? labels.en ?? code;
