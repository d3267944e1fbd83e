/** What people say of a conversation, saved views, and chosen columns. */
import { describe, expect, it } from "vitest";
import { opened, SESSION } from "../../rendered";
import { fields } from "./conditions";
import { comments, list, row, savedViews, transcript, viewCounts } from "./conversation";

const answers = (path: string) => {
  if (path.endsWith("/saved-views/counts")) return viewCounts();
  if (path.includes("/saved-views")) return savedViews();
  if (path.endsWith("/filters")) return fields();
  if (path.includes("/comments")) return comments();
  if (path.endsWith("/journey")) return { items: [], total: 0 };
  return path.startsWith("/api/v1/conversations/") ? transcript("1") : list();
};

describe("a review", () => {
  it("is written by plain forms under its revision", async () => {
    const page = await opened("/reports/conversations/1", answers);
    expect(page.text("#review .pill")).toBe("Incorrect");
    const form = page.document.querySelector("#review form")!;
    const submission = new URL(form.getAttribute("action")!, "http://x").searchParams;
    expect([submission.get("call"), submission.get("method"), submission.get("revision")]).toEqual([
      "/api/v1/conversations/1/review",
      "PUT",
      "2",
    ]);
    const states = [...form.querySelectorAll("[name=state]")];
    expect(states.map((state) => [state.getAttribute("value"), state.hasAttribute("checked")])).toEqual([
      ["correct", false],
      ["incorrect", true],
      ["fixed", false],
    ]);
    expect(form.querySelector("[name=category] [selected]")!.getAttribute("value")).toBe("value");
  });

  it("goes on to the next conversation of the list, and has keys", async () => {
    const page = await opened("/reports/conversations/1", answers);
    const [next, save] = [...page.document.querySelectorAll("#review [type=submit]")];
    expect([next!.textContent, save!.textContent]).toEqual(["Save and next", "Save review"]);
    const submission = new URL(next!.getAttribute("formaction")!, "http://x").searchParams;
    expect([submission.get("method"), submission.get("then")]).toEqual(["PUT", "/reports/conversations/2#review"]);
    const keys = [...page.document.querySelectorAll("#review [aria-keyshortcuts]")];
    expect(keys.map((radio) => radio.getAttribute("aria-keyshortcuts"))).toEqual(["1", "2", "3"]);
  });

  it("has tags that lead to the conversations with them", async () => {
    const page = await opened("/reports/conversations/1", answers);
    expect(page.link("#tags .chip")).toBe("/reports/conversations?f=tag%3Aeq%3Aprice%20%3Cb%3E&r=all");
    expect(page.document.querySelector("#tags [name=tags]")!.getAttribute("value")).toBe("price <b>");
  });

  it("has comments of which one's own can be deleted after a question", async () => {
    const page = await opened("/reports/conversations/1", answers);
    const items = [...page.document.querySelectorAll("#comments > ol > li")];
    expect(items.map((item) => item.querySelectorAll("dialog").length)).toEqual([0, 1]);
    expect(page.link("#comments > p a")).toBe("/reports/conversations/1?said=2#comments");
  });

  it("is only read by who may not write it", async () => {
    const reader = { ability: [{ action: "read", subject: "Conversation" }] };
    const page = await opened("/reports/conversations/1", answers, {
      session: { user: { ...SESSION.user!, ...reader } },
    });
    expect(page.document.querySelectorAll(".rv form")).toHaveLength(0);
    expect(page.text(".rv-note")).toBe("The price is <old>.");
  });
});

describe("a saved view", () => {
  it("is a tab that is marked while its list is open", async () => {
    const page = await opened("/reports/conversations?outcome=error", answers);
    // The open one has the number of its list, another one that more than are counted, the last one none.
    expect(page.texts(".sv .tabs a")).toEqual(["All", "To review38", "Went <wrong>1,284", "Rated 1 or 2"]);
    expect(page.text(".sv [aria-current]")).toBe("Went <wrong>1,284");
    const other = await opened("/reports/conversations", answers);
    expect(other.texts(".sv .tabs a")[2]).toBe("Went <wrong>99+");
    expect(page.link(".sv > a")).toBe("/reports/saved-views?query=outcome%3Derror");
  });

  it("is changed by its owner alone", async () => {
    const page = await opened("/reports/saved-views?query=outcome%3Derror", answers);
    const calls = [...page.document.querySelectorAll("form")].map((form) =>
      new URL(form.getAttribute("action")!, "http://x").searchParams.get("call"),
    );
    expect(calls.filter((call) => call?.includes("saved-views"))).toEqual([
      "/api/v1/saved-views",
      "/api/v1/saved-views/21",
      "/api/v1/saved-views/21",
    ]);
  });
});

describe("columns", () => {
  it("are those of the address in its order, and so are those of the files", async () => {
    const page = await opened("/reports/conversations?cols=tags,review,contact", answers);
    expect(page.texts("thead th")).toEqual(["Tag", "Review", "Contact"]);
    expect(page.texts("tbody tr:first-child td")).toEqual(["Tag price <b>", "Review Incorrect"]);
    expect(page.link("a[download]")).toBe("/api/v1/conversations.xlsx?cols=tags,review,contact");
  });

  it("open the conversation by the first one where the contact is not shown", async () => {
    const page = await opened("/reports/conversations?cols=started_at,tags", (path) =>
      path.startsWith("/api/v1/conversations?") ? list({ items: [row("1")] }) : answers(path),
    );
    expect(page.link("tbody th a")).toBe("/reports/conversations/1?cols=started_at,tags");
  });
});
