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
    const page = await opened(`${ENTRY}?next=%2Freports%2Fusage`, () => OFFER, nobody);
    expect([page.status, page.requests]).toEqual([200, []]);
    expect(page.document.querySelector("[name=email]")).not.toBeNull();
    expect(page.document.querySelector("[name=next]")?.getAttribute("value")).toBe("/reports/usage");
  });

  it("leads to the provider, and on from there", async () => {
    const page = await opened(`${ENTRY}?next=%2Freports%2Fusage&domain=example.com`, () => OFFER, nobody);
    expect(page.requests).toEqual(["/api/v1/session/single-sign-on?domain=example.com"]);
    const button = page.document.querySelector("a.button.primary");
    expect(button?.textContent).toBe("Continue with Example");
    expect(button?.getAttribute("href")).toBe("/api/v1/session/single-sign-on/61?next=%2Freports%2Fusage");
    expect(page.document.querySelector("[name=email]")).toBeNull();
  });

  it("says where there is none, and asks again", async () => {
    const page = await opened(`${ENTRY}?workspace=nobody`, () => ({ providers: [] }), nobody);
    expect(page.text(".notice")).toContain("There is no single sign-on here.");
    expect(page.document.querySelector("[name=email]")).not.toBeNull();
  });

  it("says why nobody was signed in", async () => {
    const page = await opened(`${ENTRY}?problem=unverified`, () => OFFER, nobody);
    expect(page.text(".notice.bad")).toContain("has not verified your email address");
  });

  it("says at the field that an address has none", async () => {
    const problem = { status: 422, code: "no_provider", errors: { email: ["None."] } };
    const form = { page: ENTRY, values: { email: "a@example.org" }, problem } as never;
    const page = await opened(ENTRY, () => OFFER, { ...nobody, form });
    expect(page.text(".field-error")).toContain("There is no single sign-on for this address.");
  });
});

describe("the provider", () => {
  it("is shown without its secret, and saved on its revision", async () => {
    const page = await opened(ADMIN, () => PROVIDER);
    const form = page.document.querySelector("[name=issuer]")?.closest("form");
    expect(form?.getAttribute("action")).toContain("revision=2");
    expect(page.document.querySelector("[name=client_secret]")?.getAttribute("value") ?? "").toBe("");
    expect(page.document.querySelector("[name=domains]")?.getAttribute("value")).toBe("example.com, example.in");
    expect(page.texts("code")).toContain(PROVIDER.redirect_uri);
  });

  it("is empty before there is one, with nothing to test or delete", async () => {
    const none = { configured: false, id: null, issuer: "", client_id: "", has_secret: false, label: "", domains: [] };
    const page = await opened(ADMIN, () => ({ ...PROVIDER, ...none, linked: false, revision: 0 }));
    expect(page.document.querySelector("[name=issuer]")?.getAttribute("value")).toBe("");
    expect(page.document.querySelector(".security details")).toBeNull();
  });

  it.each([
    [{ code: "", detail: "", issuer: "", keys: 2 }, "The provider answered with 2 keys."],
    [{ code: "wrong_issuer", detail: "https://other", issuer: "", keys: 0 }, "calls itself by another issuer"],
  ])("tells what a test of the connection found", async (answer, text) => {
    const form = { page: ADMIN, values: {}, problem: { status: 200 }, answer } as never;
    const page = await opened(ADMIN, () => PROVIDER, { form });
    expect(page.text(".notice")).toContain(text);
  });

  it("keeps what was typed when it was refused", async () => {
    const instance = "/api/v1/workspace/identity-provider";
    const problem = { status: 422, code: "invalid", instance, errors: { domains: ["This is not a domain: x"] } };
    const form = { page: ADMIN, values: { issuer: "https://typed", domains: "x" }, problem } as never;
    const page = await opened(ADMIN, () => PROVIDER, { form });
    expect(page.document.querySelector("[name=issuer]")?.getAttribute("value")).toBe("https://typed");
    expect(page.text(".field-error")).toContain("This is not a domain");
  });
});
