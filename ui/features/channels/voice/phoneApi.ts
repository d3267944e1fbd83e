/** What one says in a test call; loaded with the telephone. */
import { phoneCallOf, voiceApi, type PhoneCall } from "./api";

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

export const phoneApi = voiceApi.injectEndpoints({
  endpoints: (build) => ({
    sayOnPhone: build.mutation<PhoneCall, { bot: string; id: string; heard: Heard }>({
      query: ({ bot, id, heard }) => ({ path: `${phoneCallOf(bot, id)}/turns`, method: "POST", body: heard }),
      invalidatesTags: ["PhoneCall"],
    }),
  }),
});
