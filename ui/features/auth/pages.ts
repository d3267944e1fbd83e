import { grammar, oneOf, page, text } from "../../page";

/** Where to go on after signing in. */
export const nextQuery = grammar({ next: text({ max: 2000 }), why: oneOf(["", "ended"]) });

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
];
