/** The menu of each reader. */
import { describe, expect, it } from "vitest";
import { menuOf, reportGroupsOf } from "../../../ui/layouts/menu";
import { pages } from "../../../ui/routes";
import type { Ability, User } from "../../../ui/lib/session";
import { opened, SESSION } from "../reports/rendered";

const reader = (...ability: Ability[]): User => ({ ...SESSION.user!, ability });
const read = (...subjects: string[]) => subjects.map((subject) => ({ action: "read", subject }));
const names = (user: User) => Object.fromEntries(menuOf(pages, user).map(({ id, entries }) => [id, entries.map(({ name }) => name)]));

describe("the menu", () => {
  it("of an administrator has every area in the specified order", () => {
    const { reports, admin, work, apps, more } = names(SESSION.user!);
    expect(reports).toEqual(["dashboard", "usage", "engagement", "conversations", "journey", "speech", "documents", "exports"]);
    expect(admin!.filter((name) => name !== "languages")).toEqual(["bots", "users", "clients", "reference", "imports", "jobs", "audit"]);
    expect(work).toEqual(["offers", "ew-leads", "sandbox"]);
    expect(apps).toEqual(["email", "chat", "todo", "calendar", "invoices", "shop", "user-list"]);
    expect(more).toEqual(["pages"]);
  });

  it("of a client has reports, what is one's own and nothing of the administration", () => {
    const menu = names(reader(...read("Auth", "ACL", "Home", "Dashboard", "Usage", "Conversation", "Group.service")));
    expect(menu).toEqual({ reports: ["dashboard", "usage", "conversations"], apps: ["email", "chat"], more: ["pages"] });
  });

  it("of one without abilities has what is one's own, and the list of pages", () => expect(names(reader(...read("Auth")))).toEqual({ apps: ["email", "chat"], more: ["pages"] }));

  it("leads to the dashboards of the groups one may see", () => {
    expect(reportGroupsOf(SESSION.user).map(({ path }) => path)).toEqual(["/reports/dashboard", "/reports/dashboard?grp=service", "/reports/dashboard?grp=sales", "/reports/dashboard?grp=psf"]);
    expect(reportGroupsOf(reader(...read("Dashboard", "Group.psf"))).map(({ id }) => id)).toEqual(["overall", "psf"]);
    expect(reportGroupsOf(reader(...read("Group.psf")))).toEqual([]);
    expect(reportGroupsOf(null)).toEqual([]);
  });

  it("marks where one is, the folder of a list included", async () => {
    const current = async (url: string) => (await opened(url, () => undefined)).texts(".rail [aria-current]");
    expect(await current("/admin/users")).toEqual(["Users"]);
    expect(await current("/apps/invoice/preview/7")).toEqual(["Invoices"]);
    expect(await current("/pages/blog/list")).toEqual([]);
  });

  it("is pinned in the first markup when it was left so", async () => {
    const layout = { ...SESSION.layout, menuCollapsed: false };
    expect((await opened("/offers", () => undefined, { session: { layout } })).document.querySelector(".frame")?.className).toContain("pinned");
    expect((await opened("/offers", () => undefined)).document.querySelector(".frame")?.className).not.toContain("pinned");
  });
});
