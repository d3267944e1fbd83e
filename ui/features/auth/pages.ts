import { can } from "../../lib/session";
import { grammar, int, page, text } from "../../page";
import { authApi, mustEnrol } from "./api";

/** Where to go on after signing in. */
export const nextQuery = grammar({ next: text({ max: 2000 }) });

/** Which page of the sessions. */
export const securityGrammar = grammar({ page: int({ default: 1, min: 1, max: 1000 }) });

export const pages = [
  page({
    name: "sign-in",
    path: "/pages/login-v1",
    area: "auth",
    layout: "sign-in",
    access: "guest",
    title: "auth.signIn",
    query: nextQuery,
    script: "idle",
    view: () => import("./SignInPage"),
  }),
  page({
    name: "sign-in-code",
    path: "/pages/login-v1/code",
    area: "auth",
    layout: "sign-in",
    access: "guest",
    title: "auth.code",
    query: nextQuery,
    script: "idle",
    head: () => ({ robots: "noindex" }),
    view: () => import("./CodePage"),
  }),
  page({
    name: "register",
    path: "/pages/register-v1",
    area: "auth",
    layout: "sign-in",
    access: "guest",
    title: "auth.register",
    query: nextQuery,
    script: "idle",
    view: () => import("./RegisterPage"),
  }),
  page({
    name: "security",
    path: "/pages/account-settings/security",
    area: "security",
    access: "user",
    title: "security.title",
    query: securityGrammar,
    needs: async ({ query, session, ask }) => {
      const factor = authApi.endpoints.secondFactor.initiate();
      const now = await ask(factor);
      if (!now || mustEnrol(now)) return [factor];
      const policy = can(session.user?.ability ?? [], "manage", "all") ? [authApi.endpoints.policy.initiate()] : [];
      return [factor, authApi.endpoints.sessions.initiate(query.page), ...policy];
    },
    styles: ["security"],
    head: ({ t }) => ({ description: t("security.description"), robots: "noindex" }),
    view: () => import("./SecurityPage"),
  }),
];
