import { api, path, type Shape } from "../../../api";

/** What is shown of a bot to anyone who has the public token of its widget. */
export type Tried = Shape<"Try">;

/** The call of the page on which a bot is tried. */
export const tryApi = api.injectEndpoints({
  endpoints: (build) => ({
    tried: build.query<Tried, string>({ query: (token) => path(`/api/v1/try/${encodeURIComponent(token)}`) }),
  }),
});
