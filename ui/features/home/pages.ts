import { can } from "../../lib/session";
import { page } from "../../page";
import { ALL_BOTS, botsApi } from "../bots/catalog/api";
import { importsApi } from "../imports/api";
import { jobsApi } from "../jobs/api";
import { reportsApi, USUAL } from "../reports/dashboard/api";
import { DEAD } from "./query";

export const pages = [
  page({
    name: "home",
    icon: "layout-dashboard",
    path: "/",
    area: "home",
    access: "public",
    title: ({ session, t }) => (session.user ? t("common.nav.home") : t("home.title")),
    needs: ({ session: { user } }) => [
      ...(user && can(user.ability, "read", "Bot") ? [botsApi.endpoints.bots.initiate(ALL_BOTS)] : []),
      ...(user && can(user.ability, "read", "Import") ? [importsApi.endpoints.imports.initiate(1)] : []),
      ...(user && can(user.ability, "read", "Job") ? [jobsApi.endpoints.jobs.initiate(DEAD)] : []),
      ...(user && can(user.ability, "read", "Dashboard") ? [reportsApi.endpoints.dashboard.initiate(USUAL)] : []),
    ],
    head: ({ t }) => ({ description: t("home.description") }),
    layout: "frame",
    view: () => import("./HomePage"),
  }),
];
