import { writingQuery, writingsQuery } from "../../../components/content/writing";
import { page } from "../../../page";
import { faqApi, type Faq } from "./api";
import { faqQuery } from "./query";

const SITE = { action: "update", subject: "Site" } as const;

/** The questions as search engines read them. */
function graph(faq: Faq | undefined) {
  const questions = Object.values(faq ?? {}).flatMap((category) => category?.qandA ?? []);
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, ans }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: ans },
    })),
  };
}

export const pages = [
  page({
    name: "faq",
    icon: "circle-help",
    path: "/pages/faq",
    area: "faq",
    access: "public",
    title: "faq.title",
    query: faqQuery,
    // The language goes along: the browser asks later, of a server that need not know it otherwise.
    needs: ({ query, session }) => [faqApi.endpoints.faq.initiate({ q: query.q, hl: session.locale })],
    head: ({ t, query, session, state }) => ({
      description: t("faq.description"),
      // A search result is no page of its own for search engines.
      ...(query.q
        ? { robots: "noindex" }
        : { data: graph(faqApi.endpoints.faq.select({ q: "", hl: session.locale })(state).data) }),
    }),
    view: () => import("./FaqPage"),
  }),
  page({
    name: "faq-editing",
    path: "/pages/edit/faq",
    area: "writing",
    access: SITE,
    title: "writing.faq",
    query: writingsQuery,
    needs: ({ query, session }) => [faqApi.endpoints.faqEntries.initiate({ ...query, hl: session.locale })],
    view: () => import("./EditingPage"),
  }),
  page({
    name: "faq-edit",
    path: "/pages/edit/faq/:id",
    area: "writing",
    access: SITE,
    title: ({ params, query, state }) =>
      faqApi.endpoints.faqEntry.select({ id: params.id, language: query.text })(state).data?.question ?? "Parley",
    query: writingQuery,
    needs: ({ params, query }) => [faqApi.endpoints.faqEntry.initiate({ id: params.id, language: query.text })],
    proof: "/api/v1/faq/:id",
    view: () => import("./EditPage"),
  }),
];
