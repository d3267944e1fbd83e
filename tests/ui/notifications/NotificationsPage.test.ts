/** Notifications as their reader sees them: the bell of the bar, and the page of all. */
import { describe, expect, it } from "vitest";
import type { Notice } from "../../../ui/features/notifications/types";
import { NEWEST, notificationsApi } from "../../../ui/features/notifications/api";
import { selectSession } from "../../../ui/state";
import { makeStore } from "../../../ui/store";
import { NOTICE } from "../../ssr/examples";
import { opened, SESSION } from "../rendered";

const page = (items: Partial<Notice>[], unread = 0, total = items.length) => ({
  items,
  total,
  page: 1,
  per: 25,
  next: null,
  previous: null,
  unread,
  live: "0",
});
const open = (items: Partial<Notice>[], url = "/notifications", options = {}, unread?: number, total?: number) =>
  opened(url, () => page(items, unread ?? 0, total), options);
const call = (form: { getAttribute: (name: string) => string | null } | null | undefined) =>
  Object.fromEntries(new URLSearchParams(form?.getAttribute("action")?.split("?")[1] ?? ""));

describe("the bell", () => {
  it.each([
    [undefined, "Notifications", null],
    [1, "Notifications, 1 unread", "1"],
    [99, "Notifications, 99 unread", "99"],
    [100, "Notifications, more than 99 unread", "99+"],
  ])("with %s unread is a link that says so", async (unread, name, number) => {
    const page = await open([], "/notifications", { session: unread === undefined ? {} : { unread } }, unread);
    expect(page.document.querySelector(".bell")?.getAttribute("aria-label")).toBe(name);
    expect(page.text(".bell b")).toBe(number);
    expect(page.link(".bell")).toBe("/notifications");
  });

  it("is nothing for who is not signed in", async () => {
    expect(
      (await opened("/pages/faq", () => ({}), { session: { user: null } })).document.querySelector(".bell"),
    ).toBeNull();
  });

  it("counts what the last answer said", async () => {
    const store = makeStore(SESSION, () => ({ data: page([], 7) }));
    await store.dispatch(notificationsApi.endpoints.notifications.initiate(NEWEST));
    expect(selectSession(store.getState()).unread).toBe(7);
  });
});

describe("a notification", () => {
  it("says who did what and leads there; unread it can be marked without script", async () => {
    const page = await open([NOTICE as Notice], "/notifications?show=unread", {}, 1);
    expect(page.requests).toEqual(["/api/v1/notifications?show=unread&per=25"]);
    expect(page.text(".nt-said")).toBe(
      "\u2068Devika Nair\u2069 assigned you the task “\u2068Approve version 42\u2069”",
    );
    expect(page.link(".nt-line")).toBe("/apps/todo?task=41");
    const [read, gone] = [...page.document.querySelectorAll(".nt-do form")];
    expect(call(read)).toEqual({
      call: "/api/v1/notifications/51/read",
      method: "POST",
      page: "/notifications?show=unread&done=read",
    });
    expect(call(gone)).toEqual({
      call: "/api/v1/notifications/51",
      method: "DELETE",
      page: "/notifications?show=unread&gone=51.2&done=deleted",
      revision: "1",
    });
  });

  it("that was read is only to be deleted", async () => {
    const page = await open([{ ...NOTICE, is_read: true } as Notice]);
    expect([...page.document.querySelectorAll(".nt-do form")].map((form) => call(form).method)).toEqual(["DELETE"]);
    expect(page.document.querySelector("main form[action*='notifications%2Fread']")).toBeNull();
  });

  it("of a sign-in names the device", async () => {
    const what = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
    expect((await open([{ ...NOTICE, kind: "sign_in", what, by: null } as Notice])).text(".nt-said")).toBe(
      "New device signed in: \u2068Firefox · Windows\u2069",
    );
  });
});

describe("the list", () => {
  it("without anything says what will be there, with none unread that all is read, past its end back", async () => {
    expect((await open([])).text(".empty h2")).toBe("No notifications yet");
    expect((await open([], "/notifications?show=unread")).text(".empty h2")).toBe("No unread notifications");
    expect((await open([], "/notifications?page=9", {}, 0, 3)).link(".empty a")).toBe("/notifications");
  });

  it("takes out again what was just deleted without script", async () => {
    const page = await open([], "/notifications?gone=51.2");
    expect(call(page.document.querySelector("main form"))).toEqual({
      call: "/api/v1/notifications/51/restore",
      method: "POST",
      page: "/notifications?done=restored",
      revision: "2",
    });
  });

  it("that cannot be had says so", async () => {
    const page = await open([], "/notifications", { failing: "/api/v1/notifications" });
    expect([page.status, page.text("h1")]).toEqual([503, "This page is unavailable"]);
  });
});
