/** The chat as a person sees it: lists, one conversation, sheets, and what is refused. */
import { describe, expect, it } from "vitest";
import type { TalkWindow } from "../../../../ui/features/office/chat/types";
import { chat, ROHAN, SAID, TALK, WINDOW } from "../../../ssr/chat";
import { opened } from "../../rendered";

type Options = Parameters<typeof opened>[2];
const page = (url: string, window: Partial<TalkWindow> = {}, options: Options = {}) =>
  opened(url, (path) => (/people\/\d+\/messages/.test(path) ? { ...WINDOW, ...window } : chat(path)), options);
const list = (answers: Record<string, unknown>, url = "/apps/chat") =>
  opened(
    url,
    (path) => Object.entries(answers).find(([start]) => path.startsWith(`/api/v1/chat/${start}`))?.[1] ?? chat(path),
  );
const none = { items: [], total: 0, page: 1, per: 50, next: null, previous: null };

describe("the lists", () => {
  it("say who, what was said last, when, and how much of it is new", async () => {
    const view = await page("/apps/chat");
    expect(view.texts("nav:first-of-type .tk-row b")).toEqual(["Rohan Deshpande"]);
    expect(view.text(".tk-row .tk-last")).toBe("Gladly.");
    expect(view.text(".tk-row time")).toBe("14:00");
    expect(view.text(".tk-new")).toBe("22 unread messages");
    expect(view.link(".tk-row")).toBe("/apps/chat/2");
    expect(view.text("h1")).toBe("Chat");
  });

  it("tell what someone does, in their words or by their role", async () => {
    expect((await page("/apps/chat")).texts("#people .tk-last")).toEqual(["Dealer principal, Pune", "Viewer"]);
  });

  it("tell what one has said", async () => {
    const page = await list({
      chats: { ...none, items: [{ ...TALK, unseen: 0, last: SAID[2] }], total: 1, unseen: 0, live: "1" },
    });
    expect(page.text(".tk-row .tk-last")).toBe("You:And tell me.");
    expect(page.document.querySelector(".tk-new")).toBeNull();
  });

  it("keep the search in the address of what they lead to, and mark the words", async () => {
    const view = await page("/apps/chat?q=page");
    expect(view.text(".tk-row mark")).toBe("page");
    expect(view.link("nav:last-of-type .tk-row")).toBe("/apps/chat/2?q=page&at=101#m101");
  });

  it("say when there is nothing yet, and when nothing fits", async () => {
    const empty = { chats: { ...none, unseen: 0, live: "0" }, people: none, messages: none };
    expect((await list(empty)).text(".tk-none h2")).toBe("No chats yet");
    expect((await list(empty, "/apps/chat?q=zzz")).text(".tk-nothing")).toBe("No results for “zzz”. Show all");
  });

  it("that do not come are distinguished from empty ones", async () => {
    const view = await page("/apps/chat", {}, { failing: "/api/v1/chat/chats" });
    expect(view.status).toBe(503);
    expect(view.document.querySelector(".tk-none")).toBeNull();
  });
});

describe("a conversation", () => {
  it("is in days, one's own messages with how far they have come", async () => {
    const view = await page("/apps/chat/2");
    expect(view.texts(".tk-line")).toEqual(["18 Nov 2026", "Yesterday", "Today"]);
    expect(view.texts(".bu.bot .ticks")).toEqual(["read", "sent"]);
    expect(view.texts(".bu.user > p")).toEqual(["Is the page </script> out?", "Gladly."]);
    expect(view.text(".tk-head p")).toBe("Dealer principal, Pune · busy");
  });

  it("shows where the new ones begin", async () => {
    const view = await page("/apps/chat/2", { unseen: 1 });
    expect(view.text("#m104 .tk-line.new")).toBe("New messages");
    expect(view.document.querySelector("#m101 .tk-line.new")).toBeNull();
  });

  it("works without script: sending, marking as read and older messages are forms and links", async () => {
    const view = await page("/apps/chat/2?q=x", { older: "100", unseen: 1 });
    const call = (selector: string) =>
      Object.fromEntries(
        new URLSearchParams(view.document.querySelector(selector)!.getAttribute("action")!.split("?")[1]),
      );
    expect(call(".tk-write")).toEqual({
      call: "/api/v1/chat/people/2/messages",
      method: "POST",
      page: "/apps/chat/2?q=x",
    });
    expect(call(".tk-unscripted").call).toBe("/api/v1/chat/people/2/read");
    expect(view.link(".tk-older a")).toBe("/apps/chat/2?q=x&upto=100");
  });

  it("marks the message that was looked for, and leads to the newest", async () => {
    const view = await page("/apps/chat/2?at=102", { at_end: false });
    expect(view.document.querySelector("li.on")?.id).toBe("m102");
    expect(view.link(".tk-down")).toBe("/apps/chat/2");
    expect(view.requests).toContain("/api/v1/chat/people/2/messages?around=102");
  });

  it("says that nothing was said, and to whom nothing more can be", async () => {
    expect((await page("/apps/chat/2", { messages: [] })).text(".tk-thread .empty")).toBe(
      "No messages yetSay hello to Rohan Deshpande.",
    );
    const gone = await page("/apps/chat/2", { person: { ...ROHAN, is_gone: true } });
    expect(gone.document.querySelector(".tk-write")).toBeNull();
    expect(gone.text(".tk-gone")).toContain("has left the workspace");
  });

  it("tells why a message was refused, with what was typed", async () => {
    const form = {
      page: "/apps/chat/2",
      values: { text: "x" },
      problem: { status: 422, errors: { text: ["Too long."] } },
    };
    const view = await page("/apps/chat/2", {}, { form });
    expect(view.text(".tk-write .field-error")).toBe("Too long.");
    expect(view.document.querySelector(".tk-write textarea")!.textContent).toBe("x");
  });

  it("tells of a limit in the reader's words, with what was typed", async () => {
    const form = {
      page: "/apps/chat/2",
      values: { text: "x" },
      problem: { status: 429, detail: "Too many attempts. Try again in a moment." },
    };
    const view = await page("/apps/chat/2", {}, { form });
    expect(view.text(".tk-write .field-error")).toBe(
      "You’ve sent many messages in a short time. Try again in a minute.",
    );
    expect(view.document.querySelector(".tk-write textarea")!.textContent).toBe("x");
  });

  it("with nobody is not found", async () => {
    expect((await opened("/apps/chat/9", () => ({ status: 404 }), { status: 404 })).status).toBe(404);
  });
});

describe("sheets", () => {
  it("tell what is known of someone", async () => {
    const view = await page("/apps/chat/2?profile=1");
    expect(view.text("dialog h2")).toBe("Rohan Deshpande");
    expect(view.texts("dialog dd")).toEqual(["busy", "Viewer", "rohan@example.com", "Meridian Pune", "India"]);
  });

  it("change what people say about themselves on the revision seen", async () => {
    const view = await page("/apps/chat?me=1");
    const action = new URLSearchParams(
      view.document.querySelector("dialog form")!.getAttribute("action")!.split("?")[1],
    );
    expect([action.get("call"), action.get("method"), action.get("revision")]).toEqual([
      "/api/v1/chat/me",
      "PATCH",
      "3",
    ]);
    expect(view.document.querySelector("dialog input[checked]")?.getAttribute("value")).toBe("online");
  });

  it("say what someone else has saved meanwhile", async () => {
    const form = { page: "/apps/chat?me=1", values: { about: "Mine" }, problem: { status: 412 } };
    const view = await page("/apps/chat?me=1", {}, { form });
    const rows = [...view.document.querySelectorAll("dialog .differences tbody tr")];
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["About", "Mine", "Mornings are best."],
    ]);
    expect(view.document.querySelector("dialog textarea")!.textContent).toBe("Mine");
  });
});

it("is for everybody who is signed in", async () => {
  const user = {
    id: "2",
    fullName: "R",
    username: "r",
    email: "r@example.com",
    role: "client",
    avatar: "",
    ability: [{ action: "read", subject: "Auth" }],
  };
  expect((await page("/apps/chat/2", {}, { session: { user } })).status).toBe(200);
});
