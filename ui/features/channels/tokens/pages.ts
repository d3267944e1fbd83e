/** The channels of a bot: its web tokens; and the tokens of programs. */
import { can } from "../../../lib/session";
import { ALL_BOTS, botsApi } from "../../bots/catalog/api";
import { botTab } from "../../bots/layout/tab";
import { messagingApi } from "../messaging/api";
import { tokensApi } from "./api";
import { channelsGrammar } from "./query";

// i18n: channels.done.* tokens.done.*
export const pages = [
  botTab("channels", {
    query: channelsGrammar,
    needs: ({ params, query, session }) => {
      const ability = session.user?.ability ?? [];
      const { delivery, deployments, rawEvents, templates } = messagingApi.endpoints;
      const mayRead = can(ability, "read", "Deployment");
      return [
        ...(mayRead ? [deployments.initiate(params.id)] : []),
        ...(mayRead && !query.account ? [delivery.initiate(params.id)] : []),
        ...(mayRead && query.account
          ? [
              rawEvents.initiate({ bot: params.id, id: query.account, state: query.events, page: query.received }),
              templates.initiate({ bot: params.id, id: query.account, page: query.templates }),
              ...(can(ability, "update", "Deployment") ? [botsApi.endpoints.bots.initiate(ALL_BOTS)] : []),
            ]
          : []),
        ...(can(ability, "read", "Token") ? [tokensApi.endpoints.tokens.initiate(params.id)] : []),
        ...(can(ability, "read", "Client") ? [tokensApi.endpoints.openOutlets.initiate()] : []),
      ];
    },
    view: () => import("./ChannelsPage"),
  }),
  botTab("tokens", {
    needs: ({ params, session }) =>
      can(session.user?.ability ?? [], "read", "Token") ? [tokensApi.endpoints.tokens.initiate(params.id)] : [],
    view: () => import("./ProgramsPage"),
  }),
];
