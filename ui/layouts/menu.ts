import type { IconName } from "../components";
import { can, mayOpen, type User } from "../lib/session";
import type { PageRow } from "../page";

/** One entry of the menu: a page by name, and how it looks there. */
type Entry = readonly [page: string, icon: IconName];

/** The groups of the menu in the specification's order; entries show once their page exists. */
const GROUPS: readonly (readonly [id: string, entries: readonly Entry[]])[] = [
  ["reports", [["dashboard", "layout-dashboard"], ["usage", "activity"], ["engagement", "users"], ["conversations", "messages-square"], ["journey", "route"], ["speech", "audio-lines"], ["documents", "file-text"], ["exports", "download"]]],
  ["admin", [["bots", "bot"], ["users", "user-cog"], ["clients", "building"], ["reference", "book-open"], ["languages", "languages"], ["imports", "upload"], ["jobs", "gauge"], ["audit", "history"]]],
  ["work", [["offers", "megaphone"], ["ew-leads", "shield-check"], ["sandbox", "flask-conical"]]],
  ["apps", [["email", "mail"], ["chat", "message-circle"], ["todo", "list-todo"], ["calendar", "calendar"], ["invoices", "receipt"], ["shop", "shopping-bag"], ["user-list", "users"]]],
  ["more", [["pages", "panels-top-left"]]],
];

/** The report groups beside the whole, which is open to whoever may see the dashboard. */
const REPORT_GROUPS = ["service", "sales", "psf"] as const;

/** The menu of one reader: only pages that exist and may be opened. */
export function menuOf(pages: readonly PageRow[], user: User | null) {
  return GROUPS.map(([id, entries]) => ({
    id,
    entries: entries.flatMap(([name, icon]) => {
      const page = pages.find((p) => p.name === name);
      return page && mayOpen(page.access, user) ? [{ name, icon, path: page.path }] : [];
    }),
  })).filter((group) => group.entries.length > 0);
}

/** The dashboard of each report group that a reader may see: none without the dashboard. */
export function reportGroupsOf(user: User | null) {
  const ability = user?.ability ?? [];
  if (!can(ability, "read", "Dashboard")) return [];
  return ["overall", ...REPORT_GROUPS.filter((id) => can(ability, "read", `Group.${id}`))].map((id) => ({ id, path: `/reports/dashboard${id === "overall" ? "" : `?grp=${id}`}` }));
}

/** The drawings of pages that are not in the menu. */
const OTHERS: Readonly<Record<string, IconName>> = { home: "layout-dashboard", faq: "circle-help", pricing: "credit-card", security: "lock", search: "search", bookmarks: "star", "notification-list": "bell" };

/** What the bar and the menu are drawn with beside the menu's entries. */
const BAR: readonly IconName[] = ["pin", "menu", "search", "star", "languages", "settings", "bell"];

/** The drawings every document of the frame comes with: no more than the pages there are need. */
export const frameIcons = (pages: readonly { name: string }[]): readonly IconName[] => [
  ...new Set([...GROUPS.flatMap(([, entries]) => entries.filter(([name]) => pages.some((page) => page.name === name)).map(([, icon]) => icon)), ...BAR]),
];

/** The drawing that stands for a page, if it has one. */
export const iconOf = (name: string): IconName | undefined => GROUPS.flatMap(([, entries]) => entries).find(([page]) => page === name)?.[1] ?? OTHERS[name];
