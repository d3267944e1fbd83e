/** The page of one contact. */
import { page } from "../../../page";
import { timelineApi } from "./api";
import { timelineGrammar } from "./query";

const { timeline } = timelineApi.endpoints;

export const pages = [
  page({
    name: "contact",
    path: "/reports/contacts/:id",
    area: "conversations",
    access: { action: "read", subject: "Conversation" },
    title: ({ t, params, query, state }) => {
      const name = timeline.select({ id: params.id, ...query })(state).data?.contact.name;
      return name ? t("timeline.of", { name }) : t("timeline.title");
    },
    query: timelineGrammar,
    needs: ({ params, query }) => [timeline.initiate({ id: params.id, ...query })],
    proof: "/api/v1/contacts/:id",
    styles: ["charts", "conversations", "timeline"],
    messages: ["conversations", "timeline"],
    head: ({ t }) => ({ description: t("timeline.about"), robots: "noindex" }),
    view: () => import("./TimelinePage"),
  }),
];
