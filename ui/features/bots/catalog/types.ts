/** Bots as the API answers them. */
import type { Shape } from "../../../api";

/** What a bot is for. */
export const BOT_GROUPS = ["service", "sales", "psf"] as const satisfies readonly Shape<"NewBot">["group"][];

/** The languages a bot can speak first. */
export const BOT_LANGUAGES = [
  "en",
  "hi",
  "gu",
  "mr",
  "ta",
  "te",
  "kn",
  "bn",
  "ar",
] as const satisfies readonly Shape<"NewBot">["language"][];

export type Bot = Shape<"Bot">;
export type BotPage = Shape<"BotPage">;
