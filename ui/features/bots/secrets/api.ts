/** The calls on a bot's secrets. */
import { api, path, type Shape } from "../../../api";
import type { PageRef } from "../../../page";

export type Secret = Shape<"Secret">;
export type SecretUse = Shape<"SecretUse">;

/** The call on a bot's secrets. */
export const secretsOf = (bot: string) => `/api/v1/bots/${encodeURIComponent(bot)}/secrets`;

export const secretsApi = api.enhanceEndpoints({ addTagTypes: ["Secret"] }).injectEndpoints({
  endpoints: (build) => ({
    secrets: build.query<Shape<"SecretPage">, { bot: string; page: PageRef }>({
      query: ({ bot, page }) => path(secretsOf(bot), { per: "25", page: page !== 1 ? page : undefined }),
      providesTags: ["Secret"],
    }),
  }),
});
