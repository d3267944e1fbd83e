/** The calls on a bot's voice, and on test calls in the browser. */
import { api, type Shape } from "../../../api";

export type Voice = Shape<"BotVoice">;
export type PhoneCall = Shape<"PhoneCall">;
export type PhoneTurn = Shape<"PhoneTurn">;

/** What a turn brings to a call. */
export interface Heard {
  token: string;
  speech?: string;
  confidence?: number | null;
  keys?: string;
  dialled?: string;
  from_ms?: number;
  to_ms?: number;
  bot_from_ms?: number;
  bot_to_ms?: number;
  interrupts?: boolean;
}

/** The call on a bot's voice. */
export const voiceOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/voice`;

/** The call on one test call of a bot. */
export const phoneCallOf = (bot: string, id: string) => `${voiceOf(bot)}/calls/${encodeURIComponent(id)}`;

interface Of {
  bot: string;
  id: string;
}

export const voiceApi = api.enhanceEndpoints({ addTagTypes: ["Voice", "PhoneCall"] }).injectEndpoints({
  endpoints: (build) => ({
    voice: build.query<Voice, string>({ query: voiceOf, providesTags: ["Voice"] }),
    phoneCall: build.query<PhoneCall, Of>({
      query: ({ bot, id }) => phoneCallOf(bot, id),
      providesTags: ["PhoneCall"],
    }),
    sayOnPhone: build.mutation<PhoneCall, Of & { heard: Heard }>({
      query: ({ bot, id, heard }) => ({ path: `${phoneCallOf(bot, id)}/turns`, method: "POST", body: heard }),
      invalidatesTags: ["PhoneCall"],
    }),
  }),
});
