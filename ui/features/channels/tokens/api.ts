/** The calls on a bot's tokens. */
import { api, type Shape } from "../../../api";

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
