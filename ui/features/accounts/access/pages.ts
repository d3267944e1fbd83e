/** What the reader may and may not do. */
import { page } from "../../../page";
import { accessGrammar } from "./query";

export const pages = [
  page({
    name: "access-control",
    path: "/access-control",
    area: "access",
    access: { action: "read", subject: "ACL" },
    title: "access.title",
    query: accessGrammar,
    styles: ["access"],
    head: ({ t }) => ({ description: t("access.description"), robots: "noindex" }),
    view: () => import("./AccessPage"),
  }),
];
