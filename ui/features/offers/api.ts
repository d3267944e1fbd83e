/** The calls of offers. */
import { api, path, type ApiState } from "../../api";
import type { PageRef } from "../../page";
import type { Audience, Funnel, Offer, OfferPage, RecipientPage, WholeOffer } from "./types";

const at = (id: string, part = "") => `/api/v1/offers/${encodeURIComponent(id)}${part}`;
const paged = (page: PageRef) => (page !== 1 ? page : undefined);

interface ListArgs {
  q: string;
  view: string;
  page: PageRef;
}

/** Which recipients are listed. */
export interface RecipientArgs {
  id: string;
  q: string;
  state: string;
  variant: string;
  language: string;
  outlet: string;
  page: PageRef;
}

export const offersApi = api.enhanceEndpoints({ addTagTypes: ["Offer"] }).injectEndpoints({
  endpoints: (build) => ({
    campaignOffers: build.query<OfferPage, ListArgs>({
      query: ({ q, view, page }) => path("/api/v1/offers", { q, view, page: paged(page) }),
      providesTags: ["Offer"],
    }),
    offer: build.query<WholeOffer, string>({ query: (id) => at(id), providesTags: ["Offer"] }),
    offerFunnel: build.query<Funnel, string>({ query: (id) => at(id, "/funnel"), providesTags: ["Offer"] }),
    offerAudience: build.query<Audience, string>({ query: (id) => at(id, "/audience"), providesTags: ["Offer"] }),
    offerRecipients: build.query<RecipientPage, RecipientArgs>({
      query: ({ id, page, ...rest }) => path(at(id, "/recipients"), { ...rest, page: paged(page) }),
      providesTags: ["Offer"],
    }),
    optOut: build.query<{ client: string; channel: string; opted_out: boolean }, string>({
      query: (code) => path("/api/v1/opt-outs", { code }),
    }),
  }),
});

const FIRST: ListArgs = { q: "", view: "", page: 1 };
const select = (state: ApiState, args: ListArgs) => offersApi.endpoints.campaignOffers.select(args)(state);

/** `offers.offers`: the offers of a list that was fetched. */
export const selectOffers = (state: ApiState, args = FIRST): readonly Offer[] => select(state, args).data?.items ?? [];
/** `offers.isLoading`: until the list has been fetched. */
export const selectOffersLoading = (state: ApiState, args = FIRST): boolean => select(state, args).isLoading;
/** `offers.offerUpdated`: an offer as it was after its last update. */
export const selectOfferUpdated = (state: ApiState, id: string): WholeOffer | null =>
  offersApi.endpoints.offer.select(id)(state).data ?? null;
