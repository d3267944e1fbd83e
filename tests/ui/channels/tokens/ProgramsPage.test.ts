/** The tokens of programs as a person sees them. */
import { describe, expect, it } from "vitest";
import { answer, SESSION } from "../../../ssr/examples";
import { PROGRAM, TOKEN } from "../../../ssr/inbox";
import { opened } from "../../rendered";

const PAGE = "/admin/bots/7/tokens";
const open = (tokens = [TOKEN, PROGRAM], options = {}) =>
  opened(
    PAGE,
    (path) =>
      path.includes("/tokens")
        ? { items: tokens, total: tokens.length, page: 1, per: 50, next: null, previous: null }
        : answer(path),
    options,
  );

describe("a program's token", () => {
  it("says what it may do, when it ends and whether it is used, and web tokens are elsewhere", async () => {
    const page = await open();
    expect(page.texts("#t12 dd")).toEqual(["Read reports · Import conversations", "1 Jan 2027, 05:29", "Never"]);
    expect(page.document.querySelector("#t9")).toBeNull();
    const checked = [...page.document.querySelectorAll("#t12 input[type=checkbox][checked]")];
    expect(checked.map((box) => box.getAttribute("value"))).toEqual(["read_reports", "ingest"]);
    expect(page.document.querySelector("#t12 input[type=date]")!.getAttribute("value")).toBe("2026-12-31");
  });

  it("says where its replies are sent", async () => {
    const page = await open([{ ...PROGRAM, callback_url: "https://crm.example/replies" }]);
    expect(page.texts("#t12 dd")).toContain("https://crm.example/replies");
    expect(page.document.querySelector("#t12 input[type=url]")!.getAttribute("value")).toBe(
      "https://crm.example/replies",
    );
  });

  it("says that it is over, and until when the one before a rotation is good", async () => {
    const over = await open([{ ...PROGRAM, expires_at: "2026-11-01T00:00:00Z" }]);
    expect(over.text("#t12 .notice.bad")).toContain("Ended on");
    const rotated = await open([{ ...PROGRAM, previous_until: "2026-11-27T08:00:00Z" }]);
    expect(rotated.text("#t12 .notice.warn")).toContain("27 Nov 2026");
  });

  it("is reported once with a command that tries it", async () => {
    const program = { ...PROGRAM, token: "pk_secret", curl: "curl -H 'Authorization: Bearer pk_secret'" };
    const form = { page: "bot-tokens", values: {}, problem: { status: 201 }, answer: program };
    const page = await open([PROGRAM], { form });
    expect(page.texts(".notice pre")).toEqual(["pk_secret", "curl -H 'Authorization: Bearer pk_secret'"]);
    expect((await open([PROGRAM])).html).not.toContain("pk_secret");
  });

  it("keeps what was chosen when it is refused, and says at the scopes what is wrong", async () => {
    const form = {
      page: "bot-tokens",
      values: { name: "Shop", "scopes[]": "ingest\nsandbox" },
      problem: { status: 422, instance: "/api/v1/bots/7/tokens", errors: { scopes: ["Choose one."] } },
    };
    const page = await open([], { form });
    const checked = [...page.document.querySelectorAll("#new-token input[type=checkbox][checked]")];
    expect(checked.map((box) => box.getAttribute("value"))).toEqual(["ingest", "sandbox"]);
    expect(page.text("#new-token .field-error")).toBe("Choose one.");
    expect(page.text(".empty")).toContain("No API tokens yet");
  });

  it("is nothing for who may not see tokens", async () => {
    const page = await open([PROGRAM], {
      session: { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Bot" }] } },
    });
    expect(page.html).not.toContain("pk_9Qk2a");
    expect(page.text("main")).toContain("You don’t have access to this bot");
  });
});
