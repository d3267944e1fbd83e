/** The calls of single sign-on. */
import { api, path, type Shape } from "../../../api";

export type IdentityProvider = Shape<"IdentityProvider">;
export type Identity = Shape<"SignOnIdentity">;
export type ConnectionTest = Shape<"ConnectionTest">;

/** Whom the buttons are for: a domain, or a workspace by its name in addresses. */
export interface Whose {
  domain: string;
  workspace: string;
}

export const oidcApi = api.enhanceEndpoints({ addTagTypes: ["IdentityProvider"] }).injectEndpoints({
  endpoints: (build) => ({
    offers: build.query<Shape<"Offers">, Whose>({
      query: ({ domain, workspace }) =>
        path("/api/v1/session/single-sign-on", {
          domain: domain || undefined,
          workspace: workspace || undefined,
        }),
    }),
    identityProvider: build.query<IdentityProvider, void>({
      query: () => "/api/v1/workspace/identity-provider",
      providesTags: ["IdentityProvider"],
    }),
    identity: build.query<Identity, string>({
      query: (at) => at,
      providesTags: ["IdentityProvider"],
    }),
  }),
});

/** Where one's own account at a provider is shown, and where another person's is. */
export const OWN_IDENTITY = "/api/v1/me/identity";
export const identityOf = (id: string) => `/api/v1/people/${encodeURIComponent(id)}/identity`;
