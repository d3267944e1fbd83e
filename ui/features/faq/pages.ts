import { grammar, page, text } from "../../page";
import { faqApi, type Faq } from "./api";

/** The FAQ's search. */
export const faqQuery = grammar({ q: text({ max: 200 }) });

/** The questions as search engines read them. */
function graph(faq: Faq | undefined) {
  const questions = Object.values(faq ?? {}).flatMap((category) => category?.qandA ?? []);
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, ans }) => ({ "@type": "Question", name: question, acceptedAnswer: { "@type": "Answer", text: ans } })),
  };
}

export const pages = [
  page({
    name: "faq",
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
      ...(query.q ? { robots: "noindex" } : { data: graph(faqApi.endpoints.faq.select({ q: "", hl: session.locale })(state).data) }),
    }),
    styles: ["faq"],
    view: () => import("./FaqPage"),
  }),
];
