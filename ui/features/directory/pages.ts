/** The page that lists pages. */
import { page } from "../../page";

export const pages = [
  page({
    name: "pages",
    icon: "panels-top-left",
    menu: { group: "more", order: 1 },
    path: "/pages",
    area: "directory",
    access: "user",
    title: "common.nav.pages",
    styles: ["directory"],
    head: ({ t }) => ({ description: t("directory.description"), robots: "noindex" }),
    view: () => import("./DirectoryPage"),
  }),
];
