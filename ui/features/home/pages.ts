import { page } from "../../page";

export const pages = [
  page({
    name: "home",
    path: "/",
    area: "home",
    access: "public",
    title: ({ session, t }) => (session.user ? t("common.nav.home") : t("home.title")),
    head: ({ t }) => ({ description: t("home.description") }),
    styles: ["public", "home"],
    layout: "frame",
    view: () => import("./HomePage"),
  }),
];
