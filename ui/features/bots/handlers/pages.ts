/** The page of who answers beside a bot's flow. */
import { can } from "../../../lib/session";
import { botTab } from "../layout/tab";
import { handlersApi } from "./api";

export const pages = [
  botTab("handler", {
    area: "handler",
    needs: ({ params, session }) => {
      const { handlers, handlerCalls, shadows } = handlersApi.endpoints;
      const ability = session.user?.ability ?? [];
      return [
        handlers.initiate(params.id),
        ...(can(ability, "read", "Dashboard") ? [handlerCalls.initiate(params.id)] : []),
        ...(can(ability, "read", "Conversation") ? [shadows.initiate(params.id)] : []),
      ];
    },
    view: () => import("./HandlerPage"),
  }),
];
