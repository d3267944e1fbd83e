/** The dashboard as the API answers it, and what its filters offer. */
import type { Shape } from "../../../api";

export type Dashboard = Shape<"Dashboard">;
export type Card = Shape<"Card">;
export type Bucket = Shape<"Bucket">;
export type ChannelRow = Shape<"ChannelRow">;
export type IntentRow = Shape<"IntentRow">;
