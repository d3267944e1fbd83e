/** The conversation pages: the list, and one conversation inside the list it was found in. */
import { page, type PageKeys, privateHead } from "../../../page";
import { conversationsApi } from "./api";
import { contactsGrammar, transcriptGrammar, listGrammar, listOf, viewsGrammar, wantsOptions } from "./query";

// i18n: conversations.key.*
const keys: PageKeys = [["j k", "move"]];
const ofFilters: PageKeys = [...keys, ["f", "addCondition"], ["x", "removeCondition"]];
const ofReviews: PageKeys = [...keys, ["1 2 3", "review"], ["Enter", "saveReview"]];

export const pages = [
  page({
    name: "conversations",
    icon: "messages-square",
    menu: { group: "reports", order: 4 },
    path: "/reports/conversations",
    area: "conversations",
    keys: ofFilters,
    access: { action: "read", subject: "Conversation" },
    title: "conversations.title",
    query: listGrammar,
    needs: ({ query }) => [
      conversationsApi.endpoints.conversations.initiate(listOf(query)),
      conversationsApi.endpoints.filterFields.initiate(null),
      conversationsApi.endpoints.savedViews.initiate(null),
      conversationsApi.endpoints.viewCounts.initiate(null),
      ...(wantsOptions(query.add)
        ? [
            conversationsApi.endpoints.filterOptions.initiate({
              key: query.add.split(":")[0]!,
              find: query.find,
              list: listOf(query),
            }),
          ]
        : []),
    ],
    head: privateHead("conversations.description"),
    view: () => import("./ListPage"),
  }),
  page({
    name: "saved-views",
    path: "/reports/saved-views",
    area: "savedviews",
    access: { action: "read", subject: "Conversation" },
    title: "savedviews.title",
    query: viewsGrammar,
    needs: () => [conversationsApi.endpoints.savedViews.initiate(null)],
    head: privateHead("savedviews.about"),
    view: () => import("./ViewsPage"),
  }),
  page({
    name: "contacts",
    path: "/reports/contacts",
    area: "conversations",
    keys,
    access: { action: "read", subject: "Conversation" },
    title: "conversations.people",
    query: contactsGrammar,
    needs: ({ query }) => [conversationsApi.endpoints.contacts.initiate(query)],
    head: privateHead("conversations.peopleDescription"),
    view: () => import("./ContactsPage"),
  }),
  page({
    name: "conversation",
    path: "/reports/conversations/:id",
    area: "conversations",
    keys: ofReviews,
    access: { action: "read", subject: "Conversation" },
    title: ({ t, params, query, state }) => {
      const name = conversationsApi.endpoints.conversation.select({ id: params.id, list: listOf(query) })(state).data
        ?.contact.name;
      return name ? t("conversations.one", { name }) : t("conversations.title");
    },
    query: transcriptGrammar,
    needs: async ({ query, params, ask }) => {
      const conversation = conversationsApi.endpoints.conversation.initiate({ id: params.id, list: listOf(query) });
      const bot = query.fix && (await ask(conversation))?.bot.id;
      return [
        conversation,
        ...(bot ? [conversationsApi.endpoints.flowOfBot.initiate(bot)] : []),
        conversationsApi.endpoints.conversations.initiate(listOf(query)),
        conversationsApi.endpoints.journey.initiate(params.id),
        conversationsApi.endpoints.comments.initiate({ id: params.id, page: query.said }),
      ];
    },
    proof: "/api/v1/conversations/:id",
    view: () => import("./TranscriptPage"),
  }),
];
