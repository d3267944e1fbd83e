/** Pages that tell a problem: what may be opened instead, and where to say so. */
import { describe, expect, it } from "vitest";
import { nearest } from "../../../ui/page/nearest";
import { pages } from "../../../ui/routes";
import { opened, SESSION } from "../rendered";

const near = (url: string, user = SESSION.user) => nearest(pages, url, user, () => true).map(({ path }) => path);

describe("the pages near an address", () => {
  it("begin like it", () => {
    expect(near("/reports/dashbord?r=today")[0]).toBe("/reports/dashboard");
    expect(near("/report/conversation")[0]).toBe("/reports/conversations");
    expect(near("/xyz")).toEqual([]);
  });

  it("are at most three, and only such as one may open", () => {
    expect(near("/reports/x").length).toBeLessThanOrEqual(3);
    const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Conversation" }] };
    expect(near("/reports/x", user)).toEqual(["/reports/calls", "/reports/conversations", "/reports/saved-views"]);
    expect(near("/reports/x", null)).toEqual([]);
  });
});

describe("a page one may not open", () => {
  const user = { ...SESSION.user!, ability: [{ action: "read", subject: "Conversation" }] };

  it("says who can change that, and what may be opened instead", async () => {
    const page = await opened("/reports/dashboard", () => undefined, { session: { user } });
    expect(page.status).toBe(403);
    expect(page.text(".problem")).toContain("Ask an admin of your workspace for access");
    expect(page.texts(".near a")).toEqual(["Conversation History"]);
  });

  it("names the admins who can give access", async () => {
    const page = await opened("/reports/dashboard", () => undefined, {
      session: { user, admins: ["Asha Rao", "Ravi Shah"] },
    });
    expect(page.text(".problem")!.replaceAll(/[\u2068\u2069]/g, "")).toContain(
      "Ask an admin for access: Asha Rao or Ravi Shah.",
    );
  });

  it("has a place to say so where the installation has one", async () => {
    expect(
      (
        await opened("/reports/dashboard", () => undefined, { session: { user, feedback: "mailto:help@example.com" } })
      ).link(".problem .small a"),
    ).toBe("mailto:help@example.com");
    expect((await opened("/reports/dashboard", () => undefined, { session: { user } })).html).not.toContain("mailto:");
  });
});

describe("an address that leads nowhere", () => {
  it("names the nearest pages", async () =>
    expect((await opened("/reports/dashbord", () => undefined)).texts(".near a")).toContain("Dashboard"));
  it.each([["/misc/not-authorized", "You don’t have access to this page"]])(
    "%s tells so by itself",
    async (url, title) => {
      const page = await opened(url, () => undefined);
      expect([page.status, page.text("h1")]).toEqual([200, title]);
    },
  );
});
