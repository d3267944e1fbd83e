import { grammar, page, text } from "../../page";

/** Where to go on after signing in. */
export const nextQuery = grammar({ next: text({ max: 2000 }) });

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
