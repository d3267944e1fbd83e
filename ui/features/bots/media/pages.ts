/** The page of the pictures and files of a bot. */
import { botTab } from "../layout/tab";
import { mediaApi } from "./api";
import { mediaGrammar } from "./query";

export const pages = [
  botTab("media", {
    area: "media",
    query: mediaGrammar,
    needs: ({ params: { id: bot }, query: { medium: id, q, kind, page, uses } }) =>
      id
        ? [
            mediaApi.endpoints.medium.initiate({ bot, id }),
            mediaApi.endpoints.mediumUses.initiate({ bot, id, page: String(uses) }),
          ]
        : [mediaApi.endpoints.media.initiate({ bot, q, kind, page: String(page) })],
    view: () => import("./MediaPage"),
  }),
];
