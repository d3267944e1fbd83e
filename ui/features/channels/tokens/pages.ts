/** The channels of a bot: its web tokens; and the tokens of programs. */
import { can } from "../../../lib/session";
import { botTab } from "../../bots/layout/tab";
import { tokensApi } from "./api";
import { channelsGrammar } from "./query";

// i18n: channels.done.* tokens.done.*
export const pages = [
  botTab("channels", {
    query: channelsGrammar,
    needs: ({ params, session }) => {
      const ability = session.user?.ability ?? [];
      return [
        ...(can(ability, "read", "Token") ? [tokensApi.endpoints.tokens.initiate(params.id)] : []),
        ...(can(ability, "read", "Client") ? [tokensApi.endpoints.openOutlets.initiate()] : []),
      ];
    },
    messages: ["channels", "data"],
    styles: ["controls", "data", "bot-channels"],
    view: () => import("./ChannelsPage"),
  }),
  botTab("tokens", {
    needs: ({ params, session }) =>
      can(session.user?.ability ?? [], "read", "Token") ? [tokensApi.endpoints.tokens.initiate(params.id)] : [],
    messages: ["tokens", "data"],
    styles: ["controls", "data", "bot-channels"],
    view: () => import("./ProgramsPage"),
  }),
];
