/** The page that lists pages. */
import { page, privateHead } from "../../page";

export const pages = [
  page({
    name: "pages",
    icon: "panels-top-left",
    menu: { group: "more", order: 1 },
    path: "/pages",
    area: "directory",
    access: "user",
    title: "common.nav.pages",
    head: privateHead("directory.description"),
    view: () => import("./DirectoryPage"),
  }),
];
