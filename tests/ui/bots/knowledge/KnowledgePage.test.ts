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
});
