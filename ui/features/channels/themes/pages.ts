/** The theme of a bot: how its widget looks, and when it looks otherwise. */
import { can } from "../../../lib/session";
import { botTab } from "../../bots/layout/tab";
import { themeApi } from "./api";
import { themeGrammar } from "./query";

// i18n: themes.done.*
export const pages = [
  botTab("theme", {
    query: themeGrammar,
    needs: ({ params, session }) =>
      can(session.user?.ability ?? [], "read", "Theme")
        ? [themeApi.endpoints.theme.initiate(params.id), themeApi.endpoints.themeSchedules.initiate(params.id)]
        : [],
    view: () => import("./ThemePage"),
  }),
];
