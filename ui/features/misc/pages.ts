import { page, privateHead } from "../../page";

export const pages = [
  page({
    name: "not-authorized",
    path: "/misc/not-authorized",
    area: "problem",
    access: "public",
    layout: "frame",
    cache: false,
    sitemap: false,
    title: "problem.403.title",
    view: () => import("./NotAuthorizedPage"),
  }),
  page({
    name: "error",
    path: "/misc/error",
    area: "problem",
    access: "public",
    sitemap: false,
    title: "problem.about.title",
    head: privateHead("problem.about.body"),
    view: () => import("./ErrorPage"),
  }),
];
