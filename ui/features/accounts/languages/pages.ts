/** The page of the interface's languages. */
import { page, privateHead } from "../../../page";
import { languagesApi } from "./api";

export const pages = [
  page({
    name: "languages",
    icon: "languages",
    menu: { group: "admin", order: 5 },
    path: "/admin/languages",
    area: "languages",
    access: { action: "read", subject: "Reference" },
    title: "common.nav.languages",
    needs: () => [languagesApi.endpoints.languages.initiate()],
    head: privateHead("languages.description"),
    view: () => import("./LanguagesPage"),
  }),
];
