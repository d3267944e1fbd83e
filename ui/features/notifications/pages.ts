/** The page of notifications. */
import { page, privateHead } from "../../page";
import { notificationsApi } from "./api";
import { notificationsGrammar } from "./query";

// i18n: notifications.done.*
export const pages = [
  page({
    name: "notification-list",
    icon: "bell",
    path: "/notifications",
    area: "notifications",
    access: "user",
    title: "notifications.title",
    query: notificationsGrammar,
    needs: ({ query: { gone: _gone, ...list } }) => [notificationsApi.endpoints.notifications.initiate(list)],
    head: privateHead("notifications.description"),
    view: () => import("./NotificationsPage"),
  }),
];
