/** The page of the layout panel: the same forms, for who has no script or follows the link. */
import { page, privateHead } from "../../../page";

export const pages = [
  page({
    name: "layout",
    path: "/pages/layout",
    area: "layout",
    access: "user",
    title: "layout.title",
    head: privateHead("layout.description"),
    view: () => import("./LayoutPage"),
  }),
];
