/** The page of who answers beside a bot's flow. */
import { can } from "../../../lib/session";
import { botTab } from "../layout/tab";
import { handlersApi } from "./api";

export const pages = [
  botTab("handler", {
    area: "handler",
    needs: ({ params, session }) => [
      handlersApi.endpoints.handlers.initiate(params.id),
      ...(can(session.user?.ability ?? [], "read", "Conversation")
        ? [handlersApi.endpoints.shadows.initiate(params.id)]
        : []),
    ],
    view: () => import("./HandlerPage"),
  }),
];
