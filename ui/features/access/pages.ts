/** What the reader may and may not do. */
import { grammar, oneOf, page } from "../../page";

export const SHOWN = ["all", "may", "not"] as const;
export const accessGrammar = grammar({ show: oneOf(SHOWN, "all") });

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
