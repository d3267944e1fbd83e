/** Training and reading texts, as the API answers them. */
import type { Shape } from "../../../api";

export type Training = Shape<"Training">;
export type Confusion = Shape<"Confusion">;
export type Parsed = Shape<"Parsed">;
export type Band = "accept" | "confirm" | "reject";

/** From which part of the threshold the bot asks what was meant. */
export const ASKS = 0.5;
/** How many texts are read at once. */
export const MOST_TEXTS = 100;
