/** A bot's secrets as a person sees them. */
import { describe, expect, it } from "vitest";
import { answer, SESSION } from "../../../ssr/examples";
import { SECRET, SPARE_SECRET } from "../../../ssr/inbox";
import { opened } from "../../rendered";

const PAGE = "/admin/bots/7/secrets";
const list = (items: readonly unknown[], more = {}) => ({
  items,
  total: items.length,
  page: 1,
  per: 25,
  next: null,
  previous: null,
  ...more,
});
const open = (secrets = list([SECRET, SPARE_SECRET]), options = {}) =>
  opened(PAGE, (path) => (path.includes("/secrets") ? secrets : answer(path)), options);

describe("a bot's secrets", () => {
  it("say when they were set and lead to what uses them, and only unused ones can be deleted", async () => {
    const page = await open();
    expect(page.text("#s41 dd")).toBe("••••••••9f2c");
    expect([...page.document.querySelectorAll("#s41 li a")].map((link) => link.getAttribute("href"))).toEqual([
      "/admin/bots/7/flow?node=find_booking",
      "/admin/bots/7/versions",
      "/admin/bots/7/handler",
    ]);
    expect(page.document.querySelector("#s41 button[commandfor], #s41 dialog")).toBeNull();
    expect(page.text("#s42 dialog")).toContain("SPARE");
    expect(page.document.querySelector("#s42 dialog input[name=_method], #s42 dialog form")).not.toBeNull();
  });

  it("keep the name of a refused one and never its value", async () => {
    const form = {
      page: "bot-secrets",
      values: { name: "crm" },
      problem: { status: 422, instance: "/api/v1/bots/7/secrets", errors: { name: ["Not a name."] } },
    };
    const page = await open(list([]), { form });
    expect(page.document.querySelector("#new-secret [name=name]")!.getAttribute("value")).toBe("crm");
    expect(page.document.querySelector("#new-secret [name=secret]")!.getAttribute("value")).toBeNull();
    expect(page.text("#new-secret .field-error")).toBe("Not a name.");
    expect(page.text(".empty")).toContain("No secrets yet");
  });

  it("say at the secret why it was not deleted", async () => {
    const problem = { status: 409, instance: "/api/v1/bots/7/secrets/42", detail: "“SPARE” is in use." };
    const page = await open(undefined, { form: { page: "bot-secrets", values: {}, problem } });
    expect(page.text("#s42 .notice")).toContain("“SPARE” is in use.");
  });

  it("page beyond the first ones", async () => {
    const page = await open(list([SECRET], { total: 30, next: "2" }));
    expect(page.html).toContain("/admin/bots/7/secrets?page=2");
  });

  it("are only read by who may not change the bot", async () => {
    const page = await open(undefined, {
      session: { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Bot" }] } },
    });
    expect(page.document.querySelector("main form input[name=secret]")).toBeNull();
    expect(page.text("#s41")).toContain("CRM_KEY");
  });
});
