/** The page of notifications. */
import { grammar, oneOf, page, place, text } from "../../page";
import { notificationsApi } from "./api";

export const notificationsGrammar = grammar({
  show: oneOf(["unread"]),
  page: place(),
  /** One that was just deleted without a script, in the version it has then: it can be restored. */
  gone: text({ max: 40 }),
});

// i18n: notifications.done.*
export const pages = [
  page({
    name: "notification-list",
    path: "/notifications",
    area: "notifications",
    access: "user",
    title: "notifications.title",
    query: notificationsGrammar,
    needs: ({ query: { gone: _gone, ...list } }) => [notificationsApi.endpoints.notifications.initiate(list)],
    styles: ["floats", "notifications"],
    head: ({ t }) => ({ description: t("notifications.description"), robots: "noindex" }),
    view: () => import("./NotificationsPage"),
  }),
];
