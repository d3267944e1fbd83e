import { Card, Icon, PageHead, PageLink, type IconName } from "../../components";
import { useText } from "../../lib/i18n";
import { mayOpen } from "../../lib/session";
import { useSite } from "../../page";
import "./directory.css";

/** What is listed, in groups; a page shows once it exists. */
const GROUPS: readonly (readonly [string, readonly (readonly [string, IconName])[]])[] = [
  [
    "own",
    [
      ["profile", "circle-user"],
      ["account-settings", "settings"],
      ["security", "lock"],
    ],
  ],
  [
    "public",
    [
      ["faq", "circle-help"],
      ["knowledge-base", "book-open"],
      ["pricing", "credit-card"],
      ["blog", "newspaper"],
    ],
  ],
  [
    "samples",
    [
      ["analytics", "chart-column"],
      ["ecommerce", "chart-line"],
      ["datatables", "table-2"],
      ["forms", "text-cursor-input"],
      ["charts", "chart-pie"],
      ["components", "component"],
      ["extensions", "blocks"],
      ["design", "layout-grid"],
    ],
  ],
  ["access", [["access-control", "shield"]]],
];

/** The pages beside the menu's areas, as links. */
export default function DirectoryPage() {
  const t = useText();
  const { pages, session } = useSite();
  const groups = GROUPS.map(([id, entries]) => ({
    id,
    entries: entries.flatMap(([name, icon]) =>
      pages
        .filter((row) => row.name === name && mayOpen(row.access, session.user))
        .map(({ path }) => ({ name, icon, path })),
    ),
  })).filter(({ entries }) => entries.length > 0);
  return (
    <>
      <PageHead title={t("common.nav.pages")} lead={t("directory.lead")} />
      <div className="directory">
        {groups.map(({ id, entries }) => (
          <Card key={id} title={t(`directory.group.${id}`)} flush>
            {/* i18n: directory.group.* directory.name.* */}
            <ul>
              {entries.map(({ name, icon, path }) => (
                <li key={name}>
                  <PageLink to={path}>
                    <Icon name={icon} />
                    <span>{t(`directory.name.${name}`)}</span>
                  </PageLink>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}
