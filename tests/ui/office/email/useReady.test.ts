/** Ready texts for a mail. */
import { describe, expect, it } from "vitest";
import { readyTexts } from "../../../../ui/features/office/email/useReady";
import { email, READY } from "../../../ssr/email";
import { opened } from "../../rendered";

describe("ready texts", () => {
  it("have the reader's language first and the recipient's name in them", () => {
    const texts = readyTexts(READY, '"Pawar, Vaishali" <v@x.example>, Ira <i@x.example>', "hi");
    expect(texts.map(({ id, name }) => [id, name])).toEqual([
      ["hours.hi", "hours"],
      ["hours.en", "hours (अंग्रेज़ी)"],
    ]);
    const [, english] = readyTexts(READY, "Vaishali Pawar <v@x.example>", "hi");
    expect(english!.text).toBe("Dear Vaishali, we open at {{time}}.");
  });

  it("keep what is not known for the writer to fill in", () => {
    expect(readyTexts(READY, "v@x.example", "en")[0]!.text).toContain("{{contact.first_name}}");
    expect(readyTexts(undefined, "", "en")).toEqual([]);
  });

  it("go above what an answer quotes where there is no script", async () => {
    const page = await opened("/apps/email/compose?answers=91&kind=reply&ready=hours.en", email);
    expect(page.text("#compose-text")).toMatch(/^Dear Vaishali, we open at/);
    expect(page.text("#compose-text")).toContain("> Dear Asha");
  });
});
