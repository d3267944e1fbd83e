/** The settings of a bot. */
import { botTab } from "../layout/tab";
import { botSettingsApi } from "./api";

export const pages = [
  botTab("settings", {
    needs: ({ params }) => [
      botSettingsApi.endpoints.botGoals.initiate(params.id),
      botSettingsApi.endpoints.botDocument.initiate(params.id),
    ],
    view: () => import("./SettingsPage"),
  }),
];
