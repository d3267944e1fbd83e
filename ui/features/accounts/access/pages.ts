/** What the reader may and may not do. */
import { page, privateHead } from "../../../page";
import { accessGrammar } from "./query";

export const pages = [
  page({
    name: "access-control",
    path: "/access-control",
    area: "access",
    access: { action: "read", subject: "ACL" },
    title: "access.title",
    query: accessGrammar,
    head: privateHead("access.description"),
    view: () => import("./AccessPage"),
  }),
];
