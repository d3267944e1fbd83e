import { can } from "../../../lib/session";
import { page, privateHead } from "../../../page";
import { oidcApi, OWN_IDENTITY } from "../oidc/api";
import { accountApi, mustEnrol } from "./api";
import { generalGrammar, securityGrammar } from "./query";

const PART = {
  area: "account",
  access: "user",
  needs: () => [accountApi.endpoints.account.initiate()],
} as const;

export const pages = [
  page({
    ...PART,
    name: "account-settings",
    path: "/pages/account-settings",
    title: "account.title",
    query: generalGrammar,
    view: () => import("./GeneralPage"),
  }),
  page({
    ...PART,
    name: "information",
    path: "/pages/account-settings/information",
    title: "account.information",
    view: () => import("./InformationPage"),
  }),
  page({
    ...PART,
    name: "social",
    path: "/pages/account-settings/social",
    title: "account.social",
    view: () => import("./SocialPage"),
  }),
  page({
    ...PART,
    name: "notifications",
    path: "/pages/account-settings/notifications",
    title: "account.notifications",
    view: () => import("./NotificationsPage"),
  }),
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
    head: privateHead("security.description"),
    view: () => import("./SecurityPage"),
  }),
];
