/** Bots as the API answers them. */

/** What a bot is for. */
export const BOT_GROUPS = ["service", "sales", "psf"] as const;

/** The languages a bot can speak first. */
export const BOT_LANGUAGES = ["en", "hi", "gu", "mr", "ta", "te", "kn", "bn", "ar"] as const;

export interface Bot {
  id: string;
  name: string;
  group: string;
  language: string;
  state: string;
  client: { id: string; name: string } | null;
  sessions_28d: number;
  version: number;
}

export interface BotPage {
  items: Bot[];
  total: number;
  page: number | null;
  per: number;
  next: string | null;
  previous: string | null;
}
