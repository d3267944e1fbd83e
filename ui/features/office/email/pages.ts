/** The pages of mail: lists by folder and label, one mail beside its list, and writing. */
import { can } from "../../../lib/session";
import { page } from "../../../page";
import { mailApi } from "./api";
import { COMPOSE, HOME } from "./places";
import { composeGrammar, listGrammar, oneGrammar } from "./query";
import { keys } from "./keys";

// i18n: email.done.*
const { mails, mailCounts, mail, mailAnswer, offeredSnippets } = mailApi.endpoints;

const shared = {
  area: "email",
  keys,
  access: "user",
  head: ({ t }: { t: (key: string) => string }) => ({ description: t("email.description"), robots: "noindex" }),
} as const;

export const pages = [
  page({
    ...shared,
    name: "email",
    icon: "mail",
    menu: { group: "apps", order: 1 },
    path: HOME,
    title: "email.title",
    query: listGrammar,
    needs: ({ query }) => [mails.initiate({ place: "inbox", ...query }), mailCounts.initiate()],
    view: () => import("./EmailPage"),
  }),
  page({
    ...shared,
    name: "email-compose",
    path: COMPOSE,
    title: "email.compose",
    query: composeGrammar,
    needs: ({ query, session }) => [
      mailCounts.initiate(),
      ...(can(session.user?.ability ?? [], "read", "Office") ? [offeredSnippets.initiate()] : []),
      ...(query.draft
        ? [mail.initiate(query.draft)]
        : query.answers
          ? [mailAnswer.initiate({ id: query.answers, kind: query.kind })]
          : []),
    ],
    view: () => import("./ComposePage"),
  }),
  page({
    ...shared,
    name: "email-label",
    path: `${HOME}/label/:label`,
    // i18n: email.label.*
    title: ({ t, params }) => t(`email.label.${params.label}`),
    query: listGrammar,
    needs: ({ params, query }) => [mails.initiate({ place: `label-${params.label}`, ...query }), mailCounts.initiate()],
    proof: "/api/v1/mail/labels/:label",
    view: () => import("./EmailPage"),
  }),
  page({
    ...shared,
    name: "email-one",
    path: `${HOME}/mail/:id`,
    title: ({ t, params, state }) => {
      const { data } = mail.select(params.id)(state);
      return data ? data.subject || t("email.noSubject") : t("email.title");
    },
    query: oneGrammar,
    needs: async ({ params, query: { in: place, ...query }, ask }) => {
      const result = place ? undefined : await ask(mail.initiate(params.id));
      // The first decides for the page: list and mail fail each in its own pane.
      return [
        mailCounts.initiate(),
        mail.initiate(params.id),
        mails.initiate({ place: place || (result?.folder ?? "inbox"), ...query }),
      ];
    },
    proof: "/api/v1/mail/:id",
    view: () => import("./EmailPage"),
  }),
  page({
    ...shared,
    name: "email-folder",
    path: `${HOME}/:folder`,
    // i18n: email.folder.*
    title: ({ t, params }) => t(`email.folder.${params.folder}`),
    query: listGrammar,
    needs: ({ params, query }) => [mails.initiate({ place: params.folder, ...query }), mailCounts.initiate()],
    proof: "/api/v1/mail/folders/:folder",
    view: () => import("./EmailPage"),
  }),
];
