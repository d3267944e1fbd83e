/** The security of one's account and the second step of signing in, as a person sees them. */
import { describe, expect, it } from "vitest";
import { deviceName } from "../../../../ui/lib/device";
import type { FormState } from "../../../../ui/page";
import type { Problem } from "../../../../ui/lib/problem";
import { answer, FACTOR } from "../../../ssr/examples";
import { opened } from "../../rendered";

const SECURITY = "/pages/account-settings/security";
const CODE = "/pages/login-v1/code";
const CALL = "/api/v1/me/second-factor";
const ENROLMENT = {
  uri: "otpauth://totp/Parley:asha?secret=ABCDEFGH",
  qr: "data:image/svg+xml,%3Csvg/%3E",
  seed: "ABCDEFGH",
};
const refused = (problem: Problem): { form: FormState } => ({ form: { page: SECURITY, values: {}, problem } });
const open = (factor: object, options: Parameters<typeof opened>[2] = {}) =>
  opened(SECURITY, (path) => (path === CALL ? { ...FACTOR, ...factor } : answer(path)), options);
const calls = (all: Iterable<unknown>) =>
  [...(all as Iterable<Element>)].map((form) =>
    new URLSearchParams(form.getAttribute("action")?.split("?")[1] ?? "").get("call"),
  );

describe("the second factor", () => {
  it("that is off is begun by password", async () => {
    const page = await open({ since: null });
    expect(page.text("#factor .pill")).toBe("Off");
    expect(calls(page.document.querySelectorAll("#factor form"))).toEqual([CALL]);
    expect(page.texts("#policy .quiet")).toHaveLength(1);
  });

  it("that is begun shows picture, key and the way to confirm it", async () => {
    const page = await open({ since: null, enrolment: ENROLMENT });
    expect(page.document.querySelector("img.qr")?.getAttribute("src")).toBe(ENROLMENT.qr);
    expect([page.text(".seed"), page.link(".steps a")]).toEqual(["ABCD EFGH", ENROLMENT.uri]);
    expect(calls(page.document.querySelectorAll("#factor form"))).toEqual([`${CALL}/confirmation`]);
  });

  it("says at its own field what was wrong, and at no other", async () => {
    const wrong = { status: 422, code: "wrong_code", instance: `${CALL}/removal`, errors: { code: ["No."] } };
    const page = await open({}, refused(wrong));
    expect(page.texts(".field-error")).toEqual(["This code is wrong, expired or already used."]);
    expect(page.texts("#factor details[open] summary")).toEqual(["Turn off second factor"]);
  });

  it("says what no field is to blame for", async () => {
    const late = await open(
      { since: null, enrolment: ENROLMENT },
      refused({ status: 409, code: "enrolment_over", instance: `${CALL}/confirmation`, detail: "x" }),
    );
    expect(late.text("#factor .notice")).toContain("The setup expired.");
    const often = await open({}, refused({ status: 429, detail: "Too many tries.", instance: `${CALL}/codes` }));
    expect(often.text("#factor .notice")).toBe("Too many tries.");
  });

  it("that was just confirmed tells its recovery codes, and leads on by a new document", async () => {
    const form = {
      page: SECURITY,
      values: {},
      problem: { status: 200 },
      answer: { codes: ["AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH"] },
    };
    const page = await open({}, { form });
    expect(page.texts(".codes li")).toEqual(["AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH"]);
    expect(page.link("#factor a.primary")).toBe(SECURITY);
    expect(page.status).toBe(200);
  });

  it("that the workspace asks for comes alone until it is there", async () => {
    const page = await open({ since: null, required: true });
    expect(page.requests).toEqual([CALL]);
    expect(page.texts("section.card").length).toBe(1);
    expect(page.text(".notice strong")).toBe("Your workspace requires a second factor.");
  });
});

describe("password, sessions, policy", () => {
  it("a wrong password is said at its field", async () => {
    const page = await open(
      {},
      refused({ status: 422, code: "wrong_password", instance: "/api/v1/me/password", errors: { password: ["x"] } }),
    );
    expect(page.texts(".field-error")).toEqual(["This is not your current password."]);
    expect(
      (await open({}, refused({ status: 429, instance: "/api/v1/me/password", detail: "Wait." }))).text(
        "#password .notice",
      ),
    ).toBe("Wait.");
  });

  it("every session but this one can be ended", async () => {
    const page = await open({});
    expect(page.texts("#sessions tbody th")).toEqual(["Firefox · Linux This device", "Firefox · Linux API"]);
    expect(calls(page.document.querySelectorAll("#sessions form"))).toEqual([
      "/api/v1/session/all",
      "/api/v1/me/sessions/12/end",
    ]);
  });

  it("what the workspace asks for is changed in the revision that is shown", async () => {
    const action = (await open({})).document.querySelector("#policy form")?.getAttribute("action") ?? "";
    expect(new URLSearchParams(action.split("?")[1]).get("revision")).toBe("1");
  });

  it("only an admin sees what the workspace asks for", async () => {
    expect((await open({})).document.querySelector("#policy button")?.getAttribute("value")).toBe("true");
    const reader = {
      id: "2",
      fullName: "R",
      username: "r",
      email: "r@example.com",
      role: "client",
      avatar: "",
      ability: [{ action: "read", subject: "Home" }],
    };
    const page = await open({}, { session: { user: reader } });
    expect([page.document.querySelector("#policy"), page.requests.includes("/api/v1/workspace/policy")]).toEqual([
      null,
      false,
    ]);
  });
});

describe("the second step", () => {
  const session = { user: null, workspace: null };
  const step = (problem?: Problem) =>
    opened(`${CODE}?next=%2Freports%2Fdashboard`, answer, {
      session,
      ...(problem && { form: { page: CODE, values: {}, problem } }),
    });

  it("keeps where to go in both of its forms", async () => {
    const page = await step();
    expect([...page.document.querySelectorAll("input[name=next]")].map((input) => input.getAttribute("value"))).toEqual(
      ["/reports/dashboard", "/reports/dashboard"],
    );
    expect(page.link("p.below a")).toContain("/pages/login-v1?next=");
  });

  it("says that a code is wrong, and that one must sign in again", async () => {
    expect((await step({ status: 401, code: "wrong_code", errors: { code: ["x"] } })).text(".field-error")).toBe(
      "This code is wrong, expired or already used.",
    );
    expect((await step({ status: 401, code: "sign_in_again", detail: "x" })).text(".notice")).toBe(
      "This sign-in has expired. Start again",
    );
    expect((await step({ status: 429, detail: "Too many tries." })).text(".notice")).toBe("Too many tries.");
  });
});

describe("devices", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
        "Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge · Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) " +
        "Version/18.0 Mobile Safari/604.1",
      "Safari · iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
      "Chrome · Android",
    ],
    ["curl/8.9", "curl/8.9"],
    ["", ""],
  ])("%s", (agent, name) => expect(deviceName(agent)).toBe(name));
});
