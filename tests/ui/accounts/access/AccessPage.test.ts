/** What a reader may and may not, in words, with the rule that says so. */
import { describe, expect, it } from "vitest";
import { judge, ruleFor } from "../../../../ui/features/accounts/access/rules";
import { opened } from "../../rendered";

const CLIENT = {
  id: "2",
  fullName: "V",
  username: "v",
  email: "v@example.com",
  role: "client",
  avatar: "",
  ability: [
    { action: "read", subject: "ACL" },
    { action: "read", subject: "Auth" },
    { action: "manage", subject: "Bot" },
  ],
};

describe("rules", () => {
  it("the narrowest that fits is named", () => {
    const all = { action: "manage", subject: "all" };
    expect(ruleFor([all, ...CLIENT.ability], "read", "ACL")).toEqual({ action: "read", subject: "ACL" });
    expect(ruleFor([all], "read", "ACL")).toEqual(all);
    expect(ruleFor(CLIENT.ability, "delete", "ACL")).toBeUndefined();
  });

  it("to manage is to do everything to a thing", () => {
    expect(judge(CLIENT.ability, "Bot")).toMatchObject({ not: [], by: [{ action: "manage", subject: "Bot" }] });
    expect(judge(CLIENT.ability, "Lead")).toMatchObject({ may: [], by: [] });
  });
});

describe("the page", () => {
  it("tells a client their own rules and why the rest is closed", async () => {
    const page = await opened("/access-control", () => ({}), { session: { user: CLIENT } });
    expect(page.texts(".ac-rules li")).toEqual(["read: Access control", "read: Sign-in", "manage: Bots"]);
    expect(page.document.body.textContent).toContain("No rule of your role allows this.");
  });

  it("narrows by its address", async () => {
    const page = await opened("/access-control?show=not", () => ({}));
    expect(page.text(".empty h2")).toBe("You have full access");
  });
});
