/** The page of a bot on the telephone. */
import { can } from "../../../lib/session";
import { botTab } from "../../bots/layout/tab";
import { voiceApi } from "./api";
import { voiceGrammar } from "./query";

// i18n: voice.done.*
export const pages = [
  botTab("voice", {
    area: "voice",
    query: voiceGrammar,
    needs: ({ params, query, session }) => [
      voiceApi.endpoints.voice.initiate(params.id),
      ...(query.call && can(session.user?.ability ?? [], "update", "Bot")
        ? [voiceApi.endpoints.phoneCall.initiate({ bot: params.id, id: query.call })]
        : []),
    ],
    view: () => import("./VoicePage"),
  }),
];
