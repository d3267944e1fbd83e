/** Bots as the API answers them. */
import type { Shape } from "../../../api";
import type { PageRef } from "../../../page";

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

/** The states a list can be narrowed to. */
export const LISTED_STATES = ["draft", "live", "paused", "archived"] as const satisfies readonly Bot["state"][];
/** The orders of the list; a minus turns one round. */
export const SORTS = ["name", "-name", "-created_at", "created_at"] as const;
/** How the visitor of a preview writes. */
export const SPEECH = ["mixed", "en", "hi"] as const;

export type Bot = Shape<"Bot">;
export type BotPage = Shape<"BotPage">;
export type BotSummary = Shape<"BotSummary">;
export type BotHealth = Shape<"BotHealth">;
export type BotsHealth = Shape<"BotsHealth">;
export type BotsChannels = Shape<"BotsChannels">;
export type BotOwners = Shape<"BotOwners">;
export type Templates = Shape<"Templates">;
export type Previews = Shape<"Previews">;
/** What can take the place of a part of a file that was not understood. */
export const CHOICES = [
  "placeholder",
  "message",
  "handoff",
  "skip",
] as const satisfies readonly Shape<"NotUnderstood">["choices"][number][];
/** How the controls for it begin their names; the node's name follows. */
export const CHOICE_FIELD = "choices.";

export type Choice = (typeof CHOICES)[number];
export type BotFile = Shape<"BotFileAnswer">;
export type Paused = Shape<"Paused">;

/** What narrows and orders the list; what is left out is as the list opens. */
export interface ListArgs {
  q: string;
  state?: string;
  group?: string;
  channel?: string;
  language?: string;
  owner?: string;
  sort?: string;
  page: PageRef;
  per: string;
}
