/** The calls about one's own account. */
import { api, path } from "../../../api";
import type { Account, AuthSessionPage, Policy, SecondFactor } from "./types";
import type { PageRef } from "../../../page";

export const accountApi = api.enhanceEndpoints({ addTagTypes: ["Account"] }).injectEndpoints({
  endpoints: (build) => ({
    account: build.query<Account, void>({ query: () => "/api/v1/account", providesTags: ["Account"] }),
    secondFactor: build.query<SecondFactor, void>({
      query: () => "/api/v1/me/second-factor",
      providesTags: ["Account"],
    }),
    sessions: build.query<AuthSessionPage, PageRef>({
      query: (page) => path("/api/v1/me/sessions", { page: page !== 1 ? page : undefined }),
      providesTags: ["Account"],
    }),
    policy: build.query<Policy, void>({ query: () => "/api/v1/workspace/policy", providesTags: ["Account"] }),
  }),
});

/** Whether nothing but setting up a second factor is open to this reader. */
export const mustEnrol = ({ required, since }: SecondFactor): boolean => required && since === null;
