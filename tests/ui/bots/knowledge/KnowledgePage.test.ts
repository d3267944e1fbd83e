/** The questions a bot answers, as forms that work without script. */
import { describe, expect, it } from "vitest";
import { bots } from "../../../ssr/bots";
import { documents } from "../../../ssr/documents";
import { flow } from "../../../ssr/flow";
import { handlers } from "../../../ssr/handlers";
import { opened } from "../../rendered";

describe("the page of questions and answers", () => {
  it("sends every answer at once, and a question to try", async () => {
    const page = await opened(
      "/admin/bots/7/knowledge",
      (path) => documents(path) ?? handlers(path) ?? flow(path) ?? bots(path),
    );
    const forms = [...page.document.querySelectorAll("main form")].map((form) =>
      decodeURIComponent(form.getAttribute("action") ?? ""),
    );
    expect(forms.some((action) => action.includes("/api/v1/bots/7/flow"))).toBe(true);
    expect(forms.some((action) => action.includes("/api/v1/bots/7/knowledge/search"))).toBe(true);
    const names = [...page.document.querySelectorAll("textarea")].map((area) => area.getAttribute("name"));
    expect(names).toContain("knowledge.0.question.en.0");
    expect(names).toContain("knowledge.0.answer.hi.0");
  });

  it("shows each answer, and its wordings behind it unless one is missing", async () => {
    const read = (path: string) => {
      const fixture = documents(path) ?? handlers(path) ?? flow(path) ?? bots(path);
      if (!path.endsWith("/working-copy")) return fixture;
      const working = fixture as { document: object };
      const knowledge = [
        { question: { en: "Do you use genuine parts?" }, answer: { en: "Yes." } },
        { question: { en: "How can I pay?" }, answer: {} },
      ];
      return { ...working, document: { ...working.document, knowledge } };
    };
    const page = await opened("/admin/bots/7/knowledge", read);
    const rows = [...page.document.querySelectorAll(".fl-answer:not(.unscripted) > details")];
    expect(rows.map((row) => [row.querySelector("summary")!.textContent, row.hasAttribute("open")])).toEqual([
      ["Yes.", false],
      ["Answer", true],
    ]);
  });
});
