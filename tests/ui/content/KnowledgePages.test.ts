/** The knowledge base as a person and a search engine see it. */
import { describe, expect, it } from "vitest";
import { render } from "../../../ssr/render";
import type { Article, CategoryQuestions, Tile } from "../../../ui/features/content/knowledge_base/api";
import { opened, SESSION } from "../rendered";

const TILES: Tile[] = [
  { id: 1, category: "reports", img: "", title: "Reports", desc: "What a figure counts." },
  { id: 2, category: "data", img: "", title: "Imports", desc: "In and out." },
];
const QUESTIONS: CategoryQuestions[] = [
  {
    id: 1,
    title: "Reports",
    icon: "BarChart2",
    iconColor: "text-info",
    questions: [{ id: 7, question: "Why?", slug: "why" }],
  },
];
const ARTICLE: Article = {
  id: "9",
  slug: "why",
  category: { slug: "reports", title: "Reports" },
  title: "Why?",
  summary: "Because </script>.",
  plain: "Because </script>.",
  content: "<p>Because.</p>",
  updated_at: "2026-11-20T08:00:00Z",
  related: [{ slug: "how", title: "How?" }],
  votes: { helpful: 2, unhelpful: 1 },
};
const api = (path: string) =>
  path.startsWith("/api/v1/")
    ? ARTICLE
    : path.startsWith("/faq/data/knowledge_base")
      ? TILES
      : path.includes("q=zzz")
        ? []
        : QUESTIONS;
const ANYONE = { session: { user: null, workspace: null, csrf: "" } };
const URL = "/pages/knowledge-base/reports/why";

/** The JSON-LD and the rest of a page's head. */
async function head(url: string): Promise<{
  text: string;
  graph: { "@type": string; itemListElement?: { item: string }[]; mainEntity?: { acceptedAnswer: { text: string } } }[];
}> {
  const answers: Record<string, { status: number; body: unknown }> = {};
  for (;;) {
    const result = await render({ url, session: { ...SESSION, ...ANYONE.session }, answers, form: null });
    if ("needs" in result) for (const need of result.needs) answers[need] = { status: 200, body: api(need) };
    else if ("page" in result)
      return {
        text: result.page.head,
        graph: JSON.parse(/ld\+json">(.*?)<\/script>/.exec(result.page.head)?.[1] ?? '{"@graph":[]}')["@graph"],
      };
  }
}

describe("the start", () => {
  it("has the categories as tiles", async () => {
    const page = await opened("/pages/knowledge-base", api, ANYONE);
    expect(page.texts(".tiles h2")).toEqual(["Reports", "Imports"]);
    expect(page.texts(".tiles .quiet")).toEqual(["1 article", "0 articles"]);
    expect(page.link(".tiles a")).toBe("/pages/knowledge-base/reports");
  });

  it("lists what has the words, and is no page of its own for search engines then", async () => {
    const page = await opened("/pages/knowledge-base?q=why", api, ANYONE);
    expect(page.link(".asked a")).toBe(URL);
    expect((await opened("/pages/knowledge-base?q=zzz", api, ANYONE)).text(".empty h2")).toBe("No articles match");
    expect((await head("/pages/knowledge-base?q=why")).text).toContain('content="noindex"');
  });
});

describe("an article", () => {
  it("leads back, to its neighbours, and on a kept page to where it is judged", async () => {
    const page = await opened(URL, api, ANYONE);
    expect(page.texts(".crumbs li")).toEqual(["Knowledge base", "Reports", "Why?"]);
    expect(page.link("aside a")).toBe("/pages/knowledge-base/reports/how");
    expect(page.link("#helpful a")).toBe(`${URL}/feedback`);
    expect(page.document.querySelector("form")).toBeNull();
    expect(page.text("#helpful")).toContain("2 of 3 readers found it helpful.");
  });

  it("is judged in place where there is a token", async () => {
    const page = await opened(URL, api);
    expect(page.texts("#helpful button")).toEqual(["Yes", "No"]);
    expect(page.document.querySelector("#helpful form")?.getAttribute("action")).toContain(
      "call=%2Fapi%2Fv1%2Fknowledge-base%2Freports%2Fwhy%2Fvotes",
    );
    expect((await opened(`${URL}/feedback?done=voted`, api)).text("#helpful [role=status]")).toContain("Thank you");
  });

  it("is a question with an answer and a way to it for search engines", async () => {
    const { text, graph } = await head(`${URL}?hl=hi`);
    expect(graph.map((node) => node["@type"])).toEqual(["QAPage", "BreadcrumbList"]);
    expect(graph[0]?.mainEntity?.acceptedAnswer.text).toBe("Because </script>.");
    expect(graph[1]?.itemListElement?.at(-1)?.item).toBe(URL);
    expect(text).toContain(`<link rel="canonical" href="${URL}">`);
    expect(text).toContain(`hreflang="ar" href="${URL}?hl=ar"`);
  });

  it("that is not there is a 404", async () => {
    expect((await opened(URL, () => ({ status: 404 }), { ...ANYONE, status: 404 })).status).toBe(404);
  });
});
