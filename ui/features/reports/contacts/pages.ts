/** The page of one contact. */
import { page, privateHead } from "../../../page";
import { timelineApi } from "./api";
import { listOf, timelineGrammar } from "./query";

const { timeline } = timelineApi.endpoints;

export const pages = [
  page({
    name: "contact",
    path: "/reports/contacts/:id",
    area: "conversations",
    access: { action: "read", subject: "Conversation" },
    title: ({ t, params, query, state }) => {
      const name = timeline.select(listOf(params.id, query))(state).data?.contact.name;
      return name ? t("timeline.of", { name }) : t("timeline.title");
    },
    query: timelineGrammar,
    needs: ({ params, query }) => [timeline.initiate(listOf(params.id, query))],
    proof: "/api/v1/contacts/:id",
    head: privateHead("timeline.about"),
    view: () => import("./TimelinePage"),
  }),
];
