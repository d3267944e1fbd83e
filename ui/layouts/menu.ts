import type { IconName } from "../components";
import { can, mayOpen, type User } from "../lib/session";
import type { MenuGroup, PageRow } from "../page";

/** The groups of the menu in the specification's order. */
const GROUPS: readonly MenuGroup[] = ["reports", "admin", "work", "apps", "more"];

/** The report groups beside the whole, which is open to anyone who may see the dashboard. */
const REPORT_GROUPS = ["service", "sales", "psf"] as const;

/** The pages of one group that have a place in the menu, in its order. */
const entriesOf = <P extends Pick<PageRow, "menu">>(pages: readonly P[], group: MenuGroup) =>
  pages.filter(({ menu }) => menu?.group === group).sort((a, b) => a.menu!.order - b.menu!.order);

/** The menu of one reader: only pages that exist and may be opened. */
export function menuOf(pages: readonly PageRow[], user: User | null) {
  return GROUPS.map((id) => ({
    id,
    entries: entriesOf(pages, id)
      .filter(({ access }) => mayOpen(access, user))
      .map(({ name, icon, path }) => ({ name, icon: icon!, path })),
  })).filter((group) => group.entries.length > 0);
}

/** The report groups that a reader may see: none without the dashboard. */
export function reportGroupsOf(user: User | null) {
  const ability = user?.ability ?? [];
  if (!can(ability, "read", "Dashboard")) return [];
  return ["overall", ...REPORT_GROUPS.filter((id) => can(ability, "read", `Group.${id}`))].map((id) => ({
    id,
    path: `/reports/groups/${id}`,
  }));
}

/** What the bar and the menu are drawn with beside the menu's entries. */
const BAR: readonly IconName[] = ["pin", "menu", "search", "star", "languages", "settings", "bell"];

/** The drawings every document of the frame comes with: no more than the pages there are need. */
export const frameIcons = (pages: readonly Pick<PageRow, "menu" | "icon">[]): readonly IconName[] => [
  ...new Set([...GROUPS.flatMap((group) => entriesOf(pages, group).map(({ icon }) => icon!)), ...BAR]),
];
