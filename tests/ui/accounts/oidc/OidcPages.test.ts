/** Single sign-on as a person sees it: the way in, and the provider of a workspace. */
import { describe, expect, it } from "vitest";
import { PROVIDER } from "../../../ssr/examples";
import { opened } from "../../rendered";

const ENTRY = "/pages/login-v1/single-sign-on";
const ADMIN = "/admin/single-sign-on";
const OFFER = { providers: [{ id: "61", label: "Example", workspace: "Meridian Motors" }] };
const nobody = { session: { user: null, workspace: null } };

describe("the way in", () => {
  it("asks for an address first, and for nothing else", async () => {
    const shown = await opened(`${ENTRY}?next=%2Freports%2Fusage`, () => OFFER, nobody);
    expect([shown.status, shown.asked]).toEqual([200, []]);
    expect(shown.document.querySelector("[name=email]")).not.toBeNull();
    expect(shown.document.querySelector("[name=next]")?.getAttribute("value")).toBe("/reports/usage");
  });

  it("leads to the provider, and on from there", async () => {
    const shown = await opened(`${ENTRY}?next=%2Freports%2Fusage&domain=example.com`, () => OFFER, nobody);
    expect(shown.asked).toEqual(["/api/v1/session/single-sign-on?domain=example.com"]);
    const button = shown.document.querySelector("a.button.primary");
    expect(button?.textContent).toBe("Continue with Example");
    expect(button?.getAttribute("href")).toBe("/api/v1/session/single-sign-on/61?next=%2Freports%2Fusage");
    expect(shown.document.querySelector("[name=email]")).toBeNull();
  });

  it("says where there is none, and asks again", async () => {
    const shown = await opened(`${ENTRY}?workspace=nobody`, () => ({ providers: [] }), nobody);
    expect(shown.text(".notice")).toContain("There is no single sign-on here.");
    expect(shown.document.querySelector("[name=email]")).not.toBeNull();
  });

  it("says why nobody was signed in", async () => {
    const shown = await opened(`${ENTRY}?problem=unverified`, () => OFFER, nobody);
    expect(shown.text(".notice.bad")).toContain("has not verified your email address");
  });

  it("says at the field that an address has none", async () => {
    const problem = { status: 422, code: "no_provider", errors: { email: ["None."] } };
    const form = { page: ENTRY, values: { email: "a@example.org" }, problem } as never;
    const shown = await opened(ENTRY, () => OFFER, { ...nobody, form });
    expect(shown.text(".field-error")).toContain("There is no single sign-on for this address.");
  });
});

describe("the provider", () => {
  it("is shown without its secret, and saved on its revision", async () => {
    const shown = await opened(ADMIN, () => PROVIDER);
    const form = shown.document.querySelector("[name=issuer]")?.closest("form");
    expect(form?.getAttribute("action")).toContain("revision=2");
    expect(shown.document.querySelector("[name=client_secret]")?.getAttribute("value") ?? "").toBe("");
    expect(shown.document.querySelector("[name=domains]")?.getAttribute("value")).toBe("example.com, example.in");
    expect(shown.texts("code")).toContain(PROVIDER.redirect_uri);
  });

  it("is empty before there is one, with nothing to test or delete", async () => {
    const none = { configured: false, id: null, issuer: "", client_id: "", has_secret: false, label: "", domains: [] };
    const shown = await opened(ADMIN, () => ({ ...PROVIDER, ...none, linked: false, revision: 0 }));
    expect(shown.document.querySelector("[name=issuer]")?.getAttribute("value")).toBe("");
    expect(shown.document.querySelector(".security details")).toBeNull();
  });

  it.each([
    [{ code: "", detail: "", issuer: "", keys: 2 }, "The provider answered with 2 keys."],
    [{ code: "wrong_issuer", detail: "https://other", issuer: "", keys: 0 }, "calls itself by another issuer"],
  ])("tells what a test of the connection found", async (answer, text) => {
    const form = { page: ADMIN, values: {}, problem: { status: 200 }, answer } as never;
    const shown = await opened(ADMIN, () => PROVIDER, { form });
    expect(shown.text(".notice")).toContain(text);
  });

  it("keeps what was typed when it was refused", async () => {
    const instance = "/api/v1/workspace/identity-provider";
    const problem = { status: 422, code: "invalid", instance, errors: { domains: ["This is not a domain: x"] } };
    const form = { page: ADMIN, values: { issuer: "https://typed", domains: "x" }, problem } as never;
    const shown = await opened(ADMIN, () => PROVIDER, { form });
    expect(shown.document.querySelector("[name=issuer]")?.getAttribute("value")).toBe("https://typed");
    expect(shown.text(".field-error")).toContain("This is not a domain");
  });
});
