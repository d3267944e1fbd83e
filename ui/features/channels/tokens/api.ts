/** The calls on a bot's tokens. */
import { api, type ApiState, type Shape } from "../../../api";

export type Token = Shape<"Token">;

/** The call on a bot's tokens. */
export const tokensOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/tokens`;

export const tokensApi = api.enhanceEndpoints({ addTagTypes: ["Token"] }).injectEndpoints({
  endpoints: (build) => ({
    /** The outlets a token can belong to: the first by name. */
    openOutlets: build.query<Shape<"OutletPage">, void>({ query: () => "/api/v1/outlets?state=open&per=100" }),
    tokens: build.query<Shape<"TokenPage">, string>({
      query: (bot) => `${tokensOf(bot)}?per=50`,
      providesTags: ["Token"],
    }),
  }),
});

/** `manage_bots.bot_token`: a bot's tokens, as the API's cache has them. */
export const selectBotToken = (state: ApiState, bot: string): readonly Token[] =>
  tokensApi.endpoints.tokens.select(bot)(state).data?.items ?? [];
