/** The questions and answers, and where they lead on to. */
import { expect, it } from "vitest";
import { opened } from "../rendered";

const PLACE = "/pages/knowledge-base";
const FAQ = {
  payment: { icon: "", title: "Payment", subtitle: "Plans", qandA: [{ question: "Who pays?", ans: "You." }] },
};

/** The addresses below the search of the page for a query, over some answers. */
async function leads(query: string, answers: object) {
  const { document } = await opened(`/pages/faq${query}`, () => answers, { session: { user: null, workspace: null } });
  const links = [...document.querySelectorAll(".faq a")].map((link) => link.getAttribute("href"));
  return links.filter((href) => href!.startsWith("/"));
}

it("leads on to the knowledge base with the words that were searched for", async () => {
  expect(await leads("", FAQ)).toEqual([PLACE]);
  expect(await leads("?q=who", FAQ)).toEqual([`${PLACE}?q=who`]);
  expect(await leads("?q=gst%20%26", {})).toEqual([`${PLACE}?q=gst%20%26`, "/pages/faq"]);
});
