/** The calls on a bot's voice, and on test calls in the browser. */
import { api, type ApiState, type Shape } from "../../../api";

export type Voice = Shape<"BotVoice">;
export type PhoneCall = Shape<"PhoneCall">;
export type PhoneTurn = Shape<"PhoneTurn">;

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
  }),
});

/** `manage_bots.bot_deployment_voice`: how a bot speaks on the telephone, as the API's cache has it. */
export const selectBotDeploymentVoice = (state: ApiState, bot: string): Voice | null =>
  voiceApi.endpoints.voice.select(bot)(state).data ?? null;
