/** The menu of each reader. */
import { describe, expect, it } from "vitest";
import { menuOf, reportGroupsOf } from "../../../ui/layouts/menu";
import { pages } from "../../../ui/routes";
import type { Ability, User } from "../../../ui/lib/session";
import { opened, SESSION } from "../rendered";

const reader = (...ability: Ability[]): User => ({ ...SESSION.user!, ability });
const read = (...subjects: string[]) => subjects.map((subject) => ({ action: "read", subject }));
const names = (user: User) =>
  Object.fromEntries(menuOf(pages, user).map(({ id, entries }) => [id, entries.map(({ name }) => name)]));

describe("the menu", () => {
  it("of an administrator has every area in the specified order", () => {
    const { reports, admin, apps, more } = names(SESSION.user!);
    expect(reports).toEqual([
      "dashboard",
      "usage",
      "engagement",
      "conversations",
      "journey",
      "speech",
      "documents",
      "outlet-report",
      "dashboards",
      "exports",
      "alerts",
    ]);
    expect(admin!.filter((name) => name !== "languages")).toEqual([
      "bots",
      "users",
      "clients",
      "reference",
      "vehicles",
      "imports",
      "jobs",
      "audit",
    ]);
    expect(apps).toEqual(["email", "chat", "todo", "calendar", "invoices", "shop", "user-list"]);
    expect(more).toEqual(["pages"]);
  });

  it("of a client has reports, what is one's own and nothing of the administration", () => {
    const menu = names(reader(...read("Auth", "ACL", "Home", "Dashboard", "Usage", "Conversation", "Group.service")));
    expect(menu).toEqual({
      reports: ["dashboard", "usage", "conversations", "outlet-report", "dashboards", "alerts"],
      apps: ["email", "chat"],
      more: ["pages"],
    });
  });

  it("of a reader of a part has no invoices, which are of the whole workspace", () => {
    const user = reader(...read("Auth", "Office"));
    expect(names(user).apps).toContain("invoices");
    expect(names({ ...user, office: "part" }).apps).not.toContain("invoices");
    expect(names({ ...user, office: "part" }).apps).toContain("todo");
  });

  it("of one without abilities has what is one's own, and the list of pages", () =>
    expect(names(reader(...read("Auth")))).toEqual({ apps: ["email", "chat"], more: ["pages"] }));

  it("calls its entries as the specification does, in every language something of its own", async () => {
    const labels = (await opened("/pages", () => undefined)).texts(".rail-item span");
    expect(labels).toEqual(expect.arrayContaining(["Dashboard", "Conversation History", "Manage Bots"]));
    for (const locale of ["hi", "ar"] as const) {
      const other = (await opened("/pages", () => undefined, { session: { locale } })).texts(".rail-item span");
      expect(other.filter((label) => ["Conversation History", "Manage Bots", "Dashboard"].includes(label))).toEqual([]);
    }
  });

  it("leads to the reports of the groups one may see", () => {
    expect(reportGroupsOf(SESSION.user).map(({ path }) => path)).toEqual([
      "/reports/groups/overall",
      "/reports/groups/service",
      "/reports/groups/sales",
      "/reports/groups/psf",
    ]);
    expect(reportGroupsOf(reader(...read("Dashboard", "Group.psf"))).map(({ id }) => id)).toEqual(["overall", "psf"]);
    expect(reportGroupsOf(reader(...read("Group.psf")))).toEqual([]);
    expect(reportGroupsOf(null)).toEqual([]);
  });

  it("marks where one is, the folder of a list included", async () => {
    const current = async (url: string) => (await opened(url, () => undefined)).texts(".rail [aria-current]");
    expect(await current("/pages")).toEqual(["Pages"]);
    expect(await current("/apps/invoice/preview/7")).toEqual(["Invoices"]);
    expect(await current("/pages/blog/list")).toEqual([]);
  });

  it("is pinned in the first markup when it was left so", async () => {
    const layout = { ...SESSION.layout, menuCollapsed: false };
    expect(
      (await opened("/pages", () => undefined, { session: { layout } })).document.querySelector(".frame")?.className,
    ).toContain("pinned");
    expect((await opened("/pages", () => undefined)).document.querySelector(".frame")?.className).not.toContain(
      "pinned",
    );
  });
});
