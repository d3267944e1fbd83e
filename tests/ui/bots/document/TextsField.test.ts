/** What is wrong with a text is said at the language that lacks it. */
import { expect, it } from "vitest";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { opened } from "../../rendered";

const WITHOUT = (language: string) => (path: string) => {
  const fixture = flow(path) as { document: { nodes: Record<string, object> } } | undefined;
  if (!fixture || !path.endsWith("/working-copy")) return fixture ?? answer(path);
  const texts = { en: "What can I do?", hi: "क्या करूँ?", [language]: undefined };
  const menu = { ...fixture.document.nodes.menu, text: JSON.parse(JSON.stringify(texts)) as object };
  return { ...fixture, document: { ...fixture.document, nodes: { ...fixture.document.nodes, menu } } };
};

it.each([
  ["en", "first"],
  ["hi", "beside"],
])("a text without %s is wrong in the column of that language", async (language, place) => {
  const page = await opened("/admin/bots/7/flow?node=menu", WITHOUT(language));
  const columns = [...page.document.querySelectorAll(".fl-form .fl-part:first-of-type .fl-column")];
  const wrong = columns.filter((column) => column.querySelector('[aria-invalid="true"]'));
  expect(wrong.map((column) => column.getAttribute("data-place"))).toEqual([place]);
});
