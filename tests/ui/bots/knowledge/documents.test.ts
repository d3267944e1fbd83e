/** A bot's documents: what the list says of each, and forms that work without script. */
import { describe, expect, it } from "vitest";
import { bots } from "../../../ssr/bots";
import { documents } from "../../../ssr/documents";
import { flow } from "../../../ssr/flow";
import { handlers } from "../../../ssr/handlers";
import { opened } from "../../rendered";

const answer = (path: string) => documents(path) ?? handlers(path) ?? flow(path) ?? bots(path);
const formsOf = (page: Awaited<ReturnType<typeof opened>>) =>
  [...page.document.querySelectorAll("main form")].map((form) => decodeURIComponent(form.getAttribute("action") ?? ""));

describe("the documents of a bot", () => {
  it("says why one could not be read, and offers to read it again", async () => {
    const page = await opened("/admin/bots/7/knowledge", answer);
    const text = page.document.querySelector("#documents")?.textContent ?? "";
    expect(text).toContain("No text: a scan");
    expect(text).toContain("40% read");
    expect(formsOf(page).some((action) => action.includes("/api/v1/bots/7/documents/82/crawl"))).toBe(true);
  });

  it("drafts an answer to a question by a form", async () => {
    const forms = formsOf(await opened("/admin/bots/7/knowledge", answer));
    expect(forms.some((action) => action.includes("/api/v1/bots/7/questions/95/draft"))).toBe(true);
    expect(forms.some((action) => action.includes("/api/v1/bots/7/questions/96/reopen"))).toBe(true);
  });

  it("sends a file as one", async () => {
    const page = await opened("/admin/bots/7/knowledge?show=add", answer);
    expect(page.document.querySelector("#new form")?.getAttribute("enctype")).toBe("multipart/form-data");
    expect(page.document.querySelector("#new input[type=file]")?.getAttribute("name")).toBe("file");
  });

  it("shows the passages of one with what each is used for", async () => {
    const page = await opened("/admin/bots/7/knowledge?document=81", answer);
    const text = page.document.querySelector(".bd-passages")?.textContent ?? "";
    expect(text).toContain("found 61, cited 48");
    expect(text).toContain("Never");
  });
});
