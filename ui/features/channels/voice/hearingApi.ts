/** What was said into the microphone, as words; loaded with it. */
import type { Shape } from "../../../api";
import { phoneCallOf, voiceApi } from "./api";

export const hearingApi = voiceApi.injectEndpoints({
  endpoints: (build) => ({
    hearOnPhone: build.mutation<Shape<"PhoneSpeech">, { bot: string; id: string; sound: Blob }>({
      query: ({ bot, id, sound }) => {
        const body = new FormData();
        body.append("file", sound, "speech.wav");
        return { path: `${phoneCallOf(bot, id)}/speech`, method: "POST", body };
      },
    }),
  }),
});
