// @vitest-environment happy-dom
/** Writing a mail: what is refused says why, and nothing typed is lost. */
import { afterEach, describe, expect, it } from "vitest";
import type { Mail } from "../../../../ui/features/office/email/types";
import { email } from "../../../ssr/email";
import { alive, calm, click, gone, getElement, texts, type } from "../../alive";

const DRAFT = email("/api/v1/mail/93") as Mail;

afterEach(() => {
  localStorage.clear();
  return gone();
});

describe("a mail that is one too many", () => {
  it("is kept as a draft, says so, and can be sent again", async () => {
    const page = await alive("/apps/email/compose?draft=93", email);
    await type("[name=text]", "On Friday.");
    await click("button.primary", "Send");
    expect(page.sent).toMatchObject([
      { path: "/api/v1/mail/drafts/93", method: "PATCH", body: { text: "On Friday." } },
    ]);
    await page.settle({ data: { ...DRAFT, text: "On Friday.", revision: 9 } });
    await calm();
    expect(page.sent.at(-1)).toMatchObject({ path: "/api/v1/mail/drafts/93/send", revision: "9" });
    await page.settle({ error: { status: 429, detail: "Too many attempts. Try again in a moment." } });
    expect(texts(".mail-compose .notice")).toEqual([
      "Not sent. You’ve sent many messages in a short time. The draft is saved; try again in a minute.",
    ]);
    expect(getElement<HTMLTextAreaElement>("[name=text]").value).toBe("On Friday.");
    await click("button.primary", "Send");
    await calm();
    expect(page.sent.slice(2)).toMatchObject([{ path: "/api/v1/mail/drafts/93/send", revision: "9" }]);
  });
});

describe("a mail that is sent", () => {
  it("can be undone for as long as the server says", async () => {
    const page = await alive("/apps/email/compose?draft=93", email);
    await click("button.primary", "Send");
    await calm();
    await page.settle({ data: { ...DRAFT, next: "/apps/email/compose?draft=93", undo_seconds: 4 } });
    await calm();
    expect(texts(".toast")[0]).toContain("Sending in 4 seconds");
  });
});
