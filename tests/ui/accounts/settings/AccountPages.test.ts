/** The parts of the account settings as a person sees them. */
import { describe, expect, it } from "vitest";
import type { Problem } from "../../../../ui/lib/problem";
import { opened } from "../../rendered";
import { ACCOUNT } from "./account";

const BASE = "/pages/account-settings";
const open = (part = "", account: object = {}, options: Parameters<typeof opened>[2] = {}) =>
  opened(BASE + part, () => ({ ...ACCOUNT, ...account }), options);
const refused = (part: string, problem: Problem, values: Record<string, string> = {}) => ({
  form: { page: BASE + part, values, problem },
});
type Shown = Awaited<ReturnType<typeof opened>>;
const target = (page: Shown, selector: string) =>
  Object.fromEntries(
    new URLSearchParams(
      page.document.querySelector(selector)?.closest("form")?.getAttribute("action")?.split("?")[1] ?? "",
    ),
  );
const value = (page: Shown, name: string) => page.document.querySelector(`[name=${name}]`)?.getAttribute("value");
/** What is said at a field. */
const errorOf = (page: Shown, name: string) =>
  page.document.getElementById(
    page.document.querySelector(`[name=${name}][aria-invalid]`)?.getAttribute("aria-describedby") ?? "",
  )?.textContent;

describe("the parts", () => {
  it.each([
    ["", "General"],
    ["/information", "Information"],
    ["/social", "Social"],
    ["/notifications", "Notifications"],
  ])("at %s are one look, with the own tab marked", async (part, label) => {
    const page = await open(part);
    expect([page.text("h1"), page.text(".tabs [aria-current]")]).toEqual(["Account settings", label]);
    expect(page.texts(".tabs a")).toEqual(["General", "Security", "Information", "Social", "Notifications"]);
    expect(page.requests).toEqual(["/api/v1/account"]);
  });

  it("say why there is nothing when the account does not come", async () => {
    const page = await open("", {}, { failing: "/api/v1/account" });
    expect(page.status).toBe(503);
  });
});

describe("notifications", () => {
  it("says of what is not sent yet that it is not", async () => {
    const page = await open("/notifications");
    expect(
      [...page.document.querySelectorAll("[aria-describedby=not-yet]")].map((element) => element.getAttribute("name")),
    ).toEqual(["newAnnouncements", "productUpdates", "blogDigest"]);
    expect(page.text("#not-yet")).toContain("Not sent yet.");
  });
});

describe("general", () => {
  it("changes the account on the revision that is shown", async () => {
    const page = await open();
    expect(target(page, "[name=username]")).toEqual({
      call: "/api/v1/account/general",
      method: "PATCH",
      page: `${BASE}?done=saved`,
      revision: "7",
    });
    expect(["full_name", "username", "email", "company", "password"].map((name) => value(page, name))).toEqual([
      "Asha Kulkarni",
      "asha",
      "asha@example.com",
      "Meridian Motors",
      "",
    ]);
  });

  it.each([
    [true, "You sign in with this address. We mail a new one a link to confirm it."],
    [false, "You sign in with this address. A new one replaces it when you save."],
  ])("says when another address is in force, confirmed by mail: %s", async (confirms_email, help) => {
    const page = await open("", { confirms_email });
    expect(page.text(`#${page.document.querySelector("[name=email]")?.getAttribute("aria-describedby")}`)).toBe(help);
  });

  it("keeps what was typed, and says at each field how to fix it", async () => {
    const problem = {
      status: 422,
      instance: "/api/v1/account/general",
      errors: { email: ["Not a valid email address."] },
    };
    const page = await open("", {}, refused("", problem, { email: "asha@", username: "ash" }));
    expect([value(page, "email"), value(page, "username"), value(page, "company")]).toEqual([
      "asha@",
      "ash",
      "Meridian Motors",
    ]);
    expect([errorOf(page, "email"), errorOf(page, "username")]).toEqual([
      "Enter a full email address, such as asha@example.com.",
      undefined,
    ]);
  });

  it.each([
    ["password_needed", "password", "Enter your current password to change the email address."],
    ["wrong_password", "password", "This is not your current password."],
    ["taken", "email", "This is already in use. Choose another."],
  ])("says %s at its field", async (code, field, sentence) => {
    const page = await open(
      "",
      {},
      refused("", { status: 422, code, instance: "/api/v1/account/general", errors: { [field]: ["x"] } }),
    );
    expect(errorOf(page, field)).toBe(sentence);
  });

  it("says that someone was faster, and goes on from the revision there is now", async () => {
    const problem = { status: 412, code: "stale", detail: "x", instance: "/api/v1/account/general", errors: {} };
    const page = await open("", { revision: 8, company: "Theirs" }, refused("", problem, { company: "Mine" }));
    expect(page.text("#who .notice")).toContain("Someone else changed this.");
    expect([value(page, "company"), target(page, "[name=company]").revision]).toEqual(["Mine", "8"]);
    expect(page.document.querySelector("#picture .notice")).toBeNull();
  });

  it("shows the picture with the way to take it away, or initials", async () => {
    const bare = await open();
    expect([bare.text("#picture .avatar"), bare.texts("#picture button")]).toEqual(["AK", ["Upload"]]);
    const page = await open("", { avatar: "/media/avatars/a" });
    expect(page.document.querySelector("#picture img")?.getAttribute("src")).toBe("/media/avatars/a");
    expect(target(page, "#picture .danger")).toEqual({
      call: "/api/v1/account/avatar",
      method: "DELETE",
      page: `${BASE}?done=no-picture`,
    });
  });

  it.each(["picture_kind", "picture_bytes", "picture_size"])("says what is wrong with a picture: %s", async (code) => {
    const page = await open(
      "",
      {},
      refused("", { status: 422, code, instance: "/api/v1/account/avatar", errors: { file: ["x"] } }),
    );
    expect(errorOf(page, "file")).toMatch(/Choose a(nother)?/);
  });

  it("shows one's picture in the bar", async () => {
    const user = {
      id: "1",
      fullName: "Asha",
      username: "asha",
      email: "a@example.com",
      role: "admin",
      avatar: "/media/avatars/a",
      ability: [{ action: "manage", subject: "all" }],
    };
    expect(
      (await open("", {}, { session: { user } })).document.querySelector(".bar img.avatar")?.getAttribute("src"),
    ).toBe("/media/avatars/a");
  });
});

describe("information, social, notifications", () => {
  it("says how to write a phone and a website", async () => {
    const page = await open(
      "/information",
      {},
      refused("/information", {
        status: 422,
        instance: "/api/v1/account/information",
        errors: { phone: ["x"], website: ["x"], dob: ["x"] },
      }),
    );
    expect(errorOf(page, "phone")).toContain("6 to 15 digits");
    expect(errorOf(page, "website")).toContain("https://");
    expect(errorOf(page, "dob")).toContain("1900");
    expect([page.text("textarea"), value(page, "phone")]).toEqual(["Bots & people", "(020) 555 0100"]);
  });

  it("says of which service a link must be", async () => {
    const page = await open(
      "/social",
      {},
      refused(
        "/social",
        { status: 422, instance: "/api/v1/account/links", errors: { linkedIn: ["x"] } },
        { linkedIn: "nowhere" },
      ),
    );
    expect(errorOf(page, "linkedIn")).toContain("LinkedIn");
    expect([value(page, "twitter"), value(page, "linkedIn")]).toEqual(["https://x.com/asha", "nowhere"]);
  });

  it("shows what is noted and forgets it by its revision; the rest can be noted", async () => {
    const page = await open("/social");
    expect(target(page, ".noted button")).toEqual({
      call: "/api/v1/account/connections/5",
      method: "DELETE",
      page: `${BASE}/social?done=forgotten`,
      revision: "2",
    });
    expect([...page.document.querySelectorAll("[name=service]")].map((input) => input.getAttribute("value"))).toEqual([
      "twitter",
      "google",
      "facebook",
    ]);
    expect(page.text("#connections p")).toContain("does not sign in to them");
  });

  it("says a refused note at the service it was for", async () => {
    const problem = { status: 422, instance: "/api/v1/account/connections", errors: { account: ["x"] } };
    const { form } = refused("/social", problem, { service: "google", account: "a b" });
    const page = await open("/social", {}, { form: { ...form, part: "google" } });
    expect(page.texts(".field-error")).toEqual(["Enter the account name without spaces."]);
    expect(page.document.querySelector(".open:has([value=google]) [name=account]")?.getAttribute("value")).toBe("a b");
  });

  it("has six switches, each with what leaving it off means before it", async () => {
    const page = await open("/notifications");
    expect(
      [...page.document.querySelectorAll("[role=switch]")].map((box) => [
        box.getAttribute("name"),
        box.hasAttribute("checked"),
      ]),
    ).toEqual(Object.entries(ACCOUNT.notifications));
    for (const box of page.document.querySelectorAll("[role=switch]"))
      expect(box.previousElementSibling?.getAttribute("value")).toBe("0");
  });
});
