/** The web channel of a bot as a person sees it. */
import { describe, expect, it } from "vitest";
import { TOKEN } from "../../../ssr/inbox";
import { answer } from "../../../ssr/examples";
import { opened } from "../../rendered";

const PAGE = "/admin/bots/7/channels";
const open = (token = TOKEN, options = {}, url = PAGE) =>
  opened(
    url,
    (path) =>
      path.includes("/tokens")
        ? { items: [token], total: 1, page: 1, per: 50, next: null, previous: null }
        : answer(path),
    options,
  );

describe("a token", () => {
  it("has its snippet, the way to try it, and honest words when nobody has used it", async () => {
    const { text, document } = await open();
    expect(text("#t9 pre")).toBe(`<script async src="${TOKEN.script}"></script>`);
    expect(document.querySelector(`#t9 a[href="/try/${TOKEN.token}"]`)).not.toBeNull();
    expect(text("#t9 .bc-used")).toContain("Not seen on any page yet.");
    expect(document.querySelector("#t9 textarea")!.textContent).toBe(TOKEN.origins.join("\n"));
  });

  it("says that any page may use it, and which sources a site's policy must allow", async () => {
    expect((await open()).html).not.toContain("Any page may use this widget.");
    const { text } = await open({ ...TOKEN, origins: [] });
    expect(text("#t9 .notice.warn")).toContain("Any page may use this widget.");
    expect(text("#t9 .field-help code")).toBe("script-src https://parley.example; connect-src https://parley.example");
  });

  it("lists the pages that were refused, each allowed by one press", async () => {
    const refused = [{ origin: "https://new.example", at: "2026-11-21T08:00:00Z" }];
    const { text, document } = await open({ ...TOKEN, refused });
    expect(text("#t9 .bc-refused")).toContain("https://new.example");
    const sent = document.querySelector("#t9 .bc-refused input[name='origins[]']")!.getAttribute("value");
    expect(sent!.split("\n")).toEqual([...TOKEN.origins, "https://new.example"]);
  });

  it("is what the page shows once it is made", async () => {
    const { document } = await open();
    const action = document.querySelector("#new-token form")!.getAttribute("action")!;
    expect(new URLSearchParams(action.split("?")[1]).get("then")).toBe("/admin/bots/7/channels?done=tokenMade#t{id}");
  });

  it("says where and when it was used last, and until when the one before a rotation is good", async () => {
    const { text } = await open({
      ...TOKEN,
      last_used_at: "2026-11-20T08:00:00Z",
      last_page: "https://www.example.com/service",
      previous_until: "2026-11-27T08:00:00Z",
    });
    expect(text("#t9 .bc-used")).toBe("Installed: last used on https://www.example.com/service, 20 Nov 2026, 13:30.");
    expect(text("#t9 .notice.warn")).toContain("27 Nov 2026, 13:30");
    const past = await open({ ...TOKEN, previous_until: "2026-11-20T08:00:00Z" });
    expect(past.document.querySelector("#t9 .notice.warn")).toBeNull();
  });

  it("keeps refused origins and says at their field which line is wrong", async () => {
    const form = {
      page: "bot-channels",
      values: { name: "Website", "origins[]": "https://a.example\nnonsense" },
      problem: { status: 422, instance: "/api/v1/bots/7/tokens/9", errors: { origins: ["“nonsense” is no origin."] } },
    };
    const { document, text } = await open(TOKEN, { form });
    const field = document.querySelector("#t9 textarea")!;
    expect(field.textContent).toBe("https://a.example\nnonsense");
    expect(text(`[id="${field.getAttribute("aria-describedby")}"]`)).toBe("“nonsense” is no origin.");
    expect(document.querySelector("#t9 details")!.hasAttribute("open")).toBe(true);
    expect(document.querySelector("#new-token textarea")!.textContent).toBe("");
  });

  it("tells a new identity secret once, at its own token", async () => {
    const form = { page: "bot-channels", values: {}, problem: { status: 200 }, answer: { secret: "ids_abc" } };
    expect((await open(TOKEN, { form }, `${PAGE}?token=9`)).text("#t9 .bc-secret")).toBe("ids_abc");
    expect((await open(TOKEN, { form }, `${PAGE}?token=8`)).html).not.toContain("ids_abc");
    expect((await open(TOKEN, {}, `${PAGE}?token=9`)).document.querySelector(".bc-secret")).toBeNull();
  });

  it("asks before it ends", async () => {
    const { document } = await open();
    const form = document.querySelector("dialog#revoke-9 form")!;
    expect(form.getAttribute("action")).toContain("method=DELETE");
    expect(form.getAttribute("action")).toContain("revision=2");
  });
});

describe("a bot that is not published yet", () => {
  it("is said not to answer, where its widget is installed and where it is tried", async () => {
    const draft = await opened(PAGE, (path) => {
      const body = answer(path);
      return /\/bots\/7$/.test(path) ? { ...(body as object), live_version: null } : body;
    });
    expect(draft.document.querySelector('#t9 .notice a[href="/admin/bots/7/versions#publish"]')).not.toBeNull();
    expect((await open()).text("#t9")).not.toContain("not published yet");
    const tried = { bot: "Desk", languages: ["en"], published: false, trial: "" };
    const page = await opened("/try/w_x", (path) => (path.includes("/try/") ? tried : answer(path)));
    expect(page.text("main .note")).toContain("Desk is not published yet");
    expect(page.document.querySelector("script[src^='/w/1/']")).toBeNull();
    const live = await opened("/try/w_x", answer);
    expect(live.document.querySelector("script[src^='/w/1/']")).not.toBeNull();
  });
});
