// @vitest-environment happy-dom
/** Mail and chats that cannot be read, and folders with nothing in them: what is there stays, and there is a way on. */
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { mailApi } from "../../ui/features/office/email/api";
import { chatApi } from "../../ui/features/office/chat/api";
import { chat } from "../ssr/chat";
import { email } from "../ssr/email";
import { alive, calm, gone, getElement, texts } from "./alive";

const without =
  (answer: (path: string) => unknown, ...begins: string[]) =>
  (path: string) =>
    begins.some((begin) => path.startsWith(begin)) ? undefined : answer(path);

afterEach(gone);

describe("what cannot be read at first", () => {
  it.each([
    ["a folder", "/apps/email", without(email, "/api/v1/mail/folders")],
    ["the chats", "/apps/chat", without(chat, "/api/v1/chat/chats")],
    ["a conversation", "/apps/chat/2", without(chat, "/api/v1/chat/people/2/messages")],
  ])("says so and can be asked for again: %s", async (_name, url, answer) => {
    await alive(url, answer);
    expect(texts("h1")).toEqual(["This page is unavailable"]);
    expect([...document.querySelectorAll("main a.button")].map((link) => link.getAttribute("href"))).toEqual([
      url,
      "/",
    ]);
  });
});

describe("what cannot be read again", () => {
  it.each([
    ["the mails", "/apps/email", email, ".mail-row", () => mailApi.util.invalidateTags(["Mail"])],
    ["the chats", "/apps/chat/2", chat, ".tk-row", () => chatApi.util.invalidateTags(["Talk", "Said"])],
  ] as const)("stays as it was, and says so: %s", async (_name, url, answer, rows, again) => {
    let away = false;
    const page = await alive(url, (path) => (away ? undefined : answer(path)));
    const before = texts(rows);
    expect(before.length).toBeGreaterThan(0);
    away = true;
    await act(async () => void page.store.dispatch(again() as never));
    await calm(20);
    expect(texts(rows)).toEqual(before);
    expect(texts("main .notice").join()).not.toBe("");
  });
});

describe("an empty folder", () => {
  it("says that it is empty, and a search that nothing fits leads back to all", async () => {
    await alive("/apps/email/trash", email);
    expect(texts(".mail-row")).toEqual([]);
    const none = (path: string) =>
      path.startsWith("/api/v1/mail/folders")
        ? { items: [], total: 0, page: 1, per: 25, next: null, previous: null }
        : email(path);
    await alive("/apps/email?q=zzzz", none);
    expect(getElement(".mail-pane a", "Show all").getAttribute("href")).toBe("/apps/email");
  });
});
