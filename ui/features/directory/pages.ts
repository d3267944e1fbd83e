/** The page that lists pages. */
import { page } from "../../page";

export const pages = [
  page({
    name: "pages",
    path: "/pages",
    area: "directory",
    access: "user",
    title: "common.nav.pages",
    styles: ["directory"],
    head: ({ t }) => ({ description: t("directory.description"), robots: "noindex" }),
    view: () => import("./DirectoryPage"),
  }),
];
