import { can } from "../../../lib/session";
import { page, type Page, privateHead } from "../../../page";
import { oidcApi, OWN_IDENTITY } from "../oidc/api";
import { accountApi, mustEnrol } from "./api";
import { securityGrammar } from "./query";

/** One part of the account settings. */
const part = (name: string, path: string, title: string, view: Page["view"]) =>
  page({
    name,
    path: `/pages/account-settings${path}`,
    area: "account",
    access: "user",
    title,
    needs: () => [accountApi.endpoints.account.initiate()],
    messages: ["account", "layout", "controls"],
    styles: ["floats", "account"],
    view,
  });

export const pages = [
  part("account-settings", "", "account.title", () => import("./GeneralPage")),
  part("information", "/information", "account.information", () => import("./InformationPage")),
  part("social", "/social", "account.social", () => import("./SocialPage")),
  part("notifications", "/notifications", "account.notifications", () => import("./NotificationsPage")),
  page({
    name: "security",
    icon: "lock",
    path: "/pages/account-settings/security",
    area: "security",
    access: "user",
    title: "security.title",
    query: securityGrammar,
    needs: async ({ query, session, ask }) => {
      const factor = accountApi.endpoints.secondFactor.initiate();
      const now = await ask(factor);
      if (!now || mustEnrol(now)) return [factor];
      const policy = can(session.user?.ability ?? [], "manage", "all") ? [accountApi.endpoints.policy.initiate()] : [];
      const identity = oidcApi.endpoints.identity.initiate(OWN_IDENTITY);
      return [factor, identity, accountApi.endpoints.sessions.initiate(query.page), ...policy];
    },
    messages: ["account", "security", "identity", "controls"],
    styles: ["floats", "account", "security"],
    head: privateHead("security.description"),
    view: () => import("./SecurityPage"),
  }),
];
