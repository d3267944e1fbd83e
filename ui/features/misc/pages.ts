import { page } from "../../page";

export const pages = [
  page({
    name: "not-authorized",
    path: "/misc/not-authorized",
    area: "common",
    access: "public",
    layout: "frame",
    cache: false,
    sitemap: false,
    title: "common.problem.403.title",
    styles: ["public"],
    view: () => import("./NotAuthorizedPage"),
  }),
  page({
    name: "error",
    path: "/misc/error",
    area: "common",
    access: "public",
    sitemap: false,
    title: "common.problem.404.title",
    view: () => import("./ErrorPage"),
  }),
];
