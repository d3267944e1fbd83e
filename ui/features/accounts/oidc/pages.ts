/** The page of a workspace's identity provider; the way in by it is a page of signing in. */
import { page, privateHead } from "../../../page";
import { oidcApi } from "./api";

export const pages = [
  page({
    name: "identity-provider",
    path: "/admin/single-sign-on",
    area: "oidc",
    access: { action: "manage", subject: "all" },
    title: "oidc.title",
    needs: () => [oidcApi.endpoints.identityProvider.initiate()],
    head: privateHead("oidc.description"),
    view: () => import("./ProviderPage"),
  }),
];
