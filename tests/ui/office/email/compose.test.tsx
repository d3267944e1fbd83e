// @vitest-environment happy-dom
/** Writing a mail: what is refused says why, and nothing typed is lost. */
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Mail } from "../../../../ui/features/office/email/types";
import { email } from "../../../ssr/email";
import { alive, calm, click, gone, getElement, texts, type } from "../../alive";

vi.mock("../../../../ui/api/upload", () => ({ upload: () => new Promise(() => {}) }));

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

describe("files", () => {
  it("of a mail that is forwarded are there before a draft is", async () => {
    await alive("/apps/email/compose?answers=91&kind=forward", email);
    expect(texts(".mail-files bdi").length).toBeGreaterThan(0);
    expect(texts(".mail-files button")).toEqual([]);
  });

  it("that are on their way hold up the sending, which says so", async () => {
    const page = await alive("/apps/email/compose?draft=93", email);
    await click("button", "Attach files");
    await calm();
    const input = getElement<HTMLInputElement>("input[type=file]");
    Object.defineProperty(input, "files", { value: [new File(["a"], "plan.csv", { type: "text/csv" })] });
    await act(() => input.dispatchEvent(new Event("change", { bubbles: true })));
    await click("button.primary", "Send");
    expect(texts(".mail-compose > .notice")).toEqual([
      "Not sent. Files are still uploading. Send once they are there.",
    ]);
    expect(page.sent.map(({ path }) => path)).not.toContain("/api/v1/mail/drafts/93/send");
  });
});
