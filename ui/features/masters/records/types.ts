/** Customers, vehicles and job cards as the API answers them. */
import type { Shape } from "../../../api";

export type Vehicle = Shape<"Vehicle">;
export type VehiclePage = Shape<"VehiclePage">;
export type Customer = Shape<"Customer">;
export type CustomerPage = Shape<"CustomerPage">;
export type JobCard = Shape<"JobCard">;
export type JobCardPage = Shape<"JobCardPage">;
export type ConversationPage = Shape<"CustomerConversationPage">;

export const FUELS = ["petrol", "diesel", "cng", "lpg", "electric", "hybrid"] as const;
export const STATES = ["open", "closed"] as const;
