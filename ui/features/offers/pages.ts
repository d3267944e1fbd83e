/** The pages of offers: the list, a new one, one offer, consents, and opting out. */
import { can } from "../../lib/session";
import { page } from "../../page";
import { clientsApi } from "../clients/api";
import { offersApi } from "./api";
import { consentsGrammar, newOfferGrammar, offerGrammar, offersGrammar, tabOf, unsubscribeGrammar } from "./query";

// i18n: offers.done.*
const { campaignOffers, offer, offerFunnel, offerAudience, offerRecipients, optOut } = offersApi.endpoints;
const clients = clientsApi.endpoints.clients.initiate({ q: "", state: "", sort: "name", page: 1 });

const look = {
  area: "offers",
  access: { action: "read", subject: "Offer" },
} as const;
const hidden = { robots: "noindex" } as const;

export const pages = [
  page({
    ...look,
    name: "offers",
    icon: "megaphone",
    menu: { group: "work", order: 3 },
    path: "/offers",
    title: "offers.title",
    query: offersGrammar,
    needs: ({ query }) => [campaignOffers.initiate(query)],
    head: ({ t }) => ({ description: t("offers.description"), ...hidden }),
    view: () => import("./OffersPage"),
  }),
  page({
    ...look,
    name: "offers-new",
    path: "/offers/new",
    access: { action: "create", subject: "Offer" },
    title: "offers.new",
    query: newOfferGrammar,
    needs: ({ session }) => (can(session.user?.ability ?? [], "read", "Client") ? [clients] : []),
    head: ({ t }) => ({ description: t("offers.newDescription"), ...hidden }),
    view: () => import("./NewOfferPage"),
  }),
  page({
    ...look,
    name: "offer-consents",
    path: "/offers/consents",
    access: { action: "update", subject: "Offer" },
    title: "offers.consents",
    query: consentsGrammar,
    needs: ({ session }) => (can(session.user?.ability ?? [], "read", "Client") ? [clients] : []),
    head: ({ t }) => ({ description: t("offers.consentsDescription"), ...hidden }),
    view: () => import("./ConsentsPage"),
  }),
  page({
    ...look,
    name: "offer",
    path: "/offers/:id",
    title: ({ t, params, state }) => offer.select(params.id)(state).data?.name ?? t("offers.one"),
    query: offerGrammar,
    needs: async ({ params: { id }, query, ask }) => {
      const answer = await ask(offer.initiate(id));
      const tab = answer && tabOf(query, answer);
      const { q, state, variant, language, outlet, page } = query;
      return [
        offer.initiate(id),
        ...(tab === "results" || tab === "recipients" ? [offerFunnel.initiate(id)] : []),
        ...(tab === "recipients" ? [offerRecipients.initiate({ id, q, state, variant, language, outlet, page })] : []),
        ...(tab === "audience" || tab === "schedule" || query.do === "approve" || query.do === "submit"
          ? [offerAudience.initiate(id)]
          : []),
      ];
    },
    proof: "/api/v1/offers/:id",
    head: ({ t }) => ({ description: t("offers.oneDescription"), ...hidden }),
    view: () => import("./OfferPage"),
  }),
  page({
    name: "unsubscribe",
    path: "/unsubscribe",
    area: "offers",
    layout: "sign-in",
    messages: ["auth"],
    access: "public",
    cache: false,
    sitemap: false,
    title: "offers.unsubscribe",
    query: unsubscribeGrammar,
    needs: ({ query }) => (query.code ? [optOut.initiate(query.code)] : []),
    script: "idle",
    head: () => hidden,
    view: () => import("./UnsubscribePage"),
  }),
];
