import type { IconName } from "../components";
import { can, type Ability } from "../lib/session";
import type { Page } from "../page";

/** One entry of the menu: a page by name, and how it looks there. */
interface Entry {
  page: string;
  icon: IconName;
}

/** The groups of the menu in the specification's order; entries show once their page exists. */
const GROUPS: readonly { id: string; entries: readonly Entry[] }[] = [
  { id: "reports", entries: [{ page: "dashboard", icon: "layout-dashboard" }, { page: "conversations", icon: "messages-square" }, { page: "exports", icon: "download" }] },
  { id: "admin", entries: [{ page: "bots", icon: "bot" }, { page: "imports", icon: "upload" }, { page: "jobs", icon: "activity" }, { page: "audit", icon: "history" }] },
];

/** The menu of one reader: only pages that exist and may be opened. */
export function menuOf(pages: readonly Page[], ability: readonly Ability[]) {
  return GROUPS.map(({ id, entries }) => ({
    id,
    entries: entries.flatMap(({ page: name, icon }) => {
      const page = pages.find((p) => p.name === name);
      const allowed = page && (typeof page.access === "string" || can(ability, page.access.action, page.access.subject));
      return page && allowed ? [{ name, icon, path: page.path }] : [];
    }),
  })).filter((group) => group.entries.length > 0);
}
