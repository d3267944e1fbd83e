/** The profile as a person sees it, and its forms as a browser without script sends them. */
import { describe, expect, it } from "vitest";
import { opened } from "../../rendered";
import { answered, POST, posts, PROFILE } from "./profile";

const URL = "/pages/profile";
const open = (change: object = {}, list: unknown = posts(), options: Parameters<typeof opened>[2] = {}) =>
  opened(URL, (path) => (path === "/api/v1/profile" ? { ...PROFILE, ...change } : list), options);
type Shown = Awaited<ReturnType<typeof opened>>;
/** Where a form goes, and the values it carries. */
const form = (view: Shown, selector: string) => {
  const form_ = view.document.querySelector(selector)?.closest("form");
  const { call, method, page, revision } = Object.fromEntries(
    new URLSearchParams(form_?.getAttribute("action")?.split("?")[1] ?? ""),
  );
  const fields = Object.fromEntries(
    [...(form_?.querySelectorAll("input[type=hidden]:not([name=csrf])") ?? [])].map((input) => [
      input.getAttribute("name"),
      input.getAttribute("value"),
    ]),
  );
  return { call, method, page, ...(revision && { revision }), ...fields };
};

describe("the page", () => {
  it("says who one is and asks for two things", async () => {
    const page = await open();
    expect(page.requests).toEqual(["/api/v1/profile", "/api/v1/profile/posts"]);
    expect([page.text("h1"), page.text(".pf-counts"), page.text("#about .pf-text")]).toEqual([
      "Asha Kulkarni",
      "8 followersfollows 9 people",
      "Bots & people",
    ]);
    expect(page.texts("#about dt")).toEqual(["Joined", "Company", "Location", "Email", "Website"]);
  });

  it("leads to where people write something about themselves when there is nothing", async () => {
    const page = await open({ about: "", website: "", company: "", country: "" });
    expect(page.link("#about .pf-text a")).toBe("/pages/account-settings/information");
    expect(page.texts("#about dt")).toEqual(["Joined", "Email"]);
  });

  it("says what will be here when nobody shares anything, and leaves out what is not there", async () => {
    const page = await open({ pages: [], feeds: [], photos: [], suggestions: [], poll: null }, posts([]));
    expect(page.text(".empty h2")).toBe("No posts yet");
    expect(page.document.querySelector("#new textarea")).not.toBeNull();
    expect(
      ["#pages", "#feeds", "#photos", "#people", "#poll"].filter((selector) => page.document.querySelector(selector)),
    ).toEqual([]);
  });

  it("keeps the rest when the posts do not come", async () => {
    const page = await open({}, null, { failing: "/api/v1/profile/posts" });
    expect([page.status, page.text(".pf-posts .notice strong"), page.text("#people h2")]).toEqual([
      503,
      "This part could not be loaded.",
      "People you may know",
    ]);
  });

  it("shows one post alone by its address, with the way back", async () => {
    const page = await opened(`${URL}?post=11`, answered);
    expect(page.requests).toEqual(["/api/v1/profile", "/api/v1/profile/posts/11"]);
    expect([page.texts("article").length, page.link(".pf-posts a.button")]).toEqual([1, URL]);
    expect(form(page, ".pf-like").page).toBe(`${URL}?post=11#p11`);
  });

  it("leads to older posts", async () => {
    const page = await open({}, posts([POST], 12));
    expect(page.link(".pagination a[rel=next]")).toBe(`${URL}?page=2`);
  });
});

describe("forms", () => {
  it("say what will be so, and lead back to where one was", async () => {
    const page = await open();
    const reactions = "/api/v1/profile/posts/11/reactions";
    expect(form(page, "#p11 > .pf-acts .pf-like")).toEqual({
      call: reactions,
      method: "POST",
      page: `${URL}#p11`,
      kind: "like",
      on: "1",
    });
    expect(form(page, "#p11 .pf-acts form:nth-of-type(2)")).toMatchObject({ call: reactions, kind: "share", on: "1" });
    expect(form(page, ".pf-say textarea")).toEqual({
      call: "/api/v1/profile/posts/11/comments",
      method: "POST",
      page: `${URL}#p11`,
    });
    expect(form(page, "#pages .pf-star")).toMatchObject({ call: "/api/v1/profile/sources/31/favorite", on: "0" });
    expect(form(page, "#people button")).toMatchObject({ call: "/api/v1/profile/people/2/follow", on: "1" });
    expect(form(page, "#poll .pf-answer")).toMatchObject({ call: "/api/v1/profile/polls/51/vote", option: "52" });
  });

  it("take away one's own on its revision, and nobody else's; it can be brought back", async () => {
    const page = await open();
    expect(page.document.querySelectorAll(".pf-own button").length).toBe(1);
    expect(form(page, ".pf-own button")).toEqual({
      call: "/api/v1/profile/posts/13",
      method: "DELETE",
      page: `${URL}?gone=13.5&done=removed#main`,
      revision: "4",
    });
    const gone = await opened(`${URL}?gone=13.5`, answered);
    expect(form(gone, ".pf-posts > form button")).toEqual({
      call: "/api/v1/profile/posts/13/restore",
      method: "POST",
      page: `${URL}?done=restored`,
      revision: "5",
    });
  });

  it("change one's own words where they stand, and mark what was changed", async () => {
    const page = await open();
    expect([page.texts("[aria-label='Edit']").length, page.link("[aria-label='Edit']")]).toEqual([
      1,
      `${URL}?edit=13#p11`,
    ]);
    expect(page.text(".pf-remarks li:nth-child(2) .small")).toContain("edited");
    const editing = await opened(`${URL}?edit=13`, answered);
    expect(form(editing, ".pf-remarks li textarea")).toEqual({
      call: "/api/v1/profile/posts/13",
      method: "PATCH",
      page: `${URL}?done=changed#p11`,
      revision: "4",
    });
    expect([editing.text(".pf-remarks li textarea"), editing.link(".pf-remarks li a.button")]).toEqual([
      "Mine",
      `${URL}#p11`,
    ]);
    const others = await opened(`${URL}?edit=12`, answered);
    expect(others.document.querySelector(".pf-remarks li textarea")).toBeNull();
  });

  it("lay both texts side by side when one's words were changed elsewhere meanwhile", async () => {
    const left = {
      page: URL,
      values: { text: "Mine here" },
      problem: { status: 412, detail: "Changed.", instance: "/api/v1/profile/posts/13" },
    };
    const page = await open({}, posts(), { form: left });
    expect(page.texts(".differences td")).toEqual(["Mine here", "Mine"]);
    expect([page.text(".pf-remarks li textarea"), page.texts(".notice").length]).toEqual(["Mine here", 1]);
  });

  it("say what is pressed", async () => {
    const page = await open(
      { suggestions: [{ ...PROFILE.suggestions[0], following: true }], poll: { ...PROFILE.poll, mine: "53" } },
      posts([{ ...POST, liked: true }]),
    );
    expect(page.document.querySelector(".pf-like")?.getAttribute("aria-pressed")).toBe("true");
    expect(form(page, ".pf-like").on).toBe("0");
    expect(page.text("#people button")).toBe("Unfollow");
    expect(page.texts(".pf-answer[aria-pressed=true]")).toEqual(["Price25%"]);
  });

  it("keep a refused comment at its post and say why it was refused", async () => {
    const left = {
      page: URL,
      values: { text: "My words" },
      problem: { status: 422, instance: "/api/v1/profile/posts/11/comments", errors: { text: ["Too long."] } },
    };
    const page = await open({}, posts(), { form: left });
    expect([page.text(".pf-say textarea"), page.text("#new textarea")]).toEqual(["My words", ""]);
    expect(page.text(".notice")).toContain("Too long.");
  });

  it("shows what others wrote as text", async () => {
    expect((await open()).html).toContain("Well &lt;done&gt;");
  });
});
