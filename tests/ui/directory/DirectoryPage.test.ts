/** The list of pages beside the menu. */
import { describe, expect, it } from "vitest";
import { opened, SESSION } from "../rendered";

describe("the list of pages", () => {
  it("leads to what exists", async () => {
    const page = await opened("/pages", () => undefined);
    expect(page.texts(".directory a")).toEqual(
      expect.arrayContaining(["FAQ", "Knowledge base", "Pricing", "Blog", "Charts", "Access control"]),
    );
    expect(page.html).not.toContain("directory.name");
  });

  it("leaves out what one may not open", async () => {
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "ACL" }] };
    const page = await opened("/pages", () => undefined, { session: { user } });
    expect(page.texts(".directory a")).toContain("Access control");
    expect(page.texts(".directory a")).not.toContain("Charts");
  });
});
