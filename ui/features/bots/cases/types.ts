/** Regression cases as the API answers them. */
import type { Shape } from "../../../api";

export type CasePage = Shape<"CasePage">;
export type CaseRow = Shape<"CaseRow">;
export type Case = Shape<"Case">;
export type CaseTurn = Shape<"CaseTurn">;
export type TurnResult = Shape<"CaseTurnResult">;
export type Difference = Shape<"CaseDifference">;

/** What a turn can hold, in the order a form offers it. */
export const KINDS = ["text", "choice", "agent", "jump"] as const;
