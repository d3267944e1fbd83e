/** The page of the calendar. */
import { page, type PageKeys, privateHead } from "../../../page";
import { calendarApi } from "./api";
import { isList, seesAny, spanArgs, calendarGrammar, listArgs } from "./query";

// i18n: calendar.key.*
const keys: PageKeys = [
  ["n", "new"],
  ["j k", "move"],
  ["t", "today"],
  ["m", "month"],
  ["w", "week"],
  ["d", "day"],
  ["l", "list"],
];

export const pages = [
  page({
    name: "calendar",
    icon: "calendar",
    menu: { group: "apps", order: 4 },
    path: "/apps/calendar",
    area: "calendar",
    keys,
    access: { action: "read", subject: "Office" },
    title: "calendar.title",
    query: calendarGrammar,
    needs: ({ query, session }) => [
      ...(seesAny(query)
        ? [
            isList(query.view)
              ? calendarApi.endpoints.events.initiate(listArgs({ query, session }))
              : calendarApi.endpoints.eventsBetween.initiate(spanArgs({ query, session })),
          ]
        : []),
      ...(query.event ? [calendarApi.endpoints.event.initiate(query.event)] : []),
    ],
    head: privateHead("calendar.description"),
    view: () => import("./CalendarPage"),
  }),
];
