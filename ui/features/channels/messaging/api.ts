/** The calls on a bot's messaging accounts. */
import { api, type ApiState, type Shape } from "../../../api";
import { path } from "../../../lib/path";
import type { PageRef } from "../../../page";

export type Deployment = Shape<"Deployment">;
export type Delivery = Shape<"Delivery">;
export type RawEvent = Shape<"RawEvent">;
export type MessageTemplate = Shape<"MessageTemplate">;

/** What becomes of requests that arrive. */
export const RAW_STATES = [
  "received",
  "processed",
  "duplicate",
  "ignored",
  "rejected",
  "dead",
] as const satisfies readonly RawEvent["state"][];

/** The credentials each of them needs. */
export const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  whatsapp: ["app_secret", "access_token"],
  messenger: ["app_secret", "access_token"],
  instagram: ["app_secret", "access_token"],
  telegram: ["bot_token"],
  slack: ["signing_secret", "bot_token"],
  sms: ["account_sid", "auth_token"],
  voice: ["account_sid", "auth_token"],
};

/** Credentials that can be left out. */
export const OPTIONAL = ["account_sid"];

/** The call on a bot's messaging accounts. */
export const deploymentsOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/deployments`;

interface Of {
  bot: string;
  id: string;
}

export const messagingApi = api.enhanceEndpoints({ addTagTypes: ["Deployment"] }).injectEndpoints({
  endpoints: (build) => ({
    deployments: build.query<Shape<"DeploymentPage">, string>({
      query: (bot) => path(deploymentsOf(bot), { per: 50 }),
      providesTags: ["Deployment"],
    }),
    delivery: build.query<Delivery, string>({
      query: (bot) => `${deploymentsOf(bot)}/delivery`,
      providesTags: ["Deployment"],
    }),
    rawEvents: build.query<Shape<"RawEventPage">, Of & { state: string; page: PageRef }>({
      query: ({ bot, id, state, page }) =>
        path(`${deploymentsOf(bot)}/${encodeURIComponent(id)}/events`, {
          per: 10,
          state,
          page: page !== 1 ? page : undefined,
        }),
      providesTags: ["Deployment"],
    }),
    templates: build.query<Shape<"MessageTemplatePage">, Of & { page: PageRef }>({
      query: ({ bot, id, page }) =>
        path(`${deploymentsOf(bot)}/${encodeURIComponent(id)}/templates`, {
          per: 25,
          page: page !== 1 ? page : undefined,
        }),
      providesTags: ["Deployment"],
    }),
  }),
});

/** `manage_bots.bot_im_mapping`: a bot's messaging accounts, as the API's cache has them. */
export const selectBotImMapping = (state: ApiState, bot: string): readonly Deployment[] =>
  messagingApi.endpoints.deployments.select(bot)(state).data?.items ?? [];
