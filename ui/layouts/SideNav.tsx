import type { KeyboardEvent } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Brand, FrameIcon } from "../components";
import { useFormat, useText } from "../lib/i18n";
import { PageLink, useSite } from "../page";
import { menuToggled } from "../state";
import { reportGroupsOf, type menuOf } from "./menu";
import { useQuietSend } from "../hooks/useQuietSend";

const MENU_KEY = "menuCollapsed";
/** More than this who wait are not counted. */
const MOST = 99;

/** Lists and forms have their folder in common: one represents what is under it. */
const rootOf = (path: string) => path.replace(/\/(list|shop)$/, "");

/** On phones the menu is a popover: going somewhere closes it. */
const closeMenu = () => void document.getElementById("menu")?.togglePopover?.(false);

/** Arrows go from link to link; Home and End to the first and last. */
function step(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".rail-groups a, .rail-item")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  links.at(to % links.length)?.focus();
}

/** The menu at the side: closed to its icons unless it is used or pinned. */
export function SideNav({ groups }: { groups: ReturnType<typeof menuOf> }) {
  const { session, currentPage } = useSite();
  const dispatch = useDispatch();
  const t = useText();
  const f = useFormat();
  const pinned = !session.layout.menuCollapsed;
  const pin = useQuietSend(() => {
    dispatch(menuToggled(pinned));
    localStorage.setItem(MENU_KEY, JSON.stringify(pinned));
  });
  const section = currentPage.located?.page.path ?? "";
  const isHere = (path: string) => section === path || section.startsWith(`${rootOf(path)}/`);
  const reports = reportGroupsOf(session.user);
  return (
    // The keys only add to what Tab does.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav className="rail" id="menu" popover="auto" aria-label={t("common.menu")} onKeyDown={step}>
      <div className="rail-head">
        <PageLink to="/" className="brand">
          <Brand />
        </PageLink>
        <ActionForm call="/api/v1/preferences" page={currentPage.url} onSubmit={pin}>
          <button
            className="icon-button"
            name="menuCollapsed"
            value={String(pinned)}
            aria-pressed={pinned}
            aria-label={t("common.pin")}
            data-tip={t("common.pin")}
          >
            <FrameIcon name="pin" size={16} />
          </button>
        </ActionForm>
      </div>
      {groups.map(({ id, entries }) => (
        <div className="rail-group" key={id}>
          {/* i18n: common.group.* common.nav.* common.grp.* */}
          <p id={`menu-${id}`}>
            <span>{t(`common.group.${id}`)}</span>
          </p>
          {id === "reports" && reports.length > 1 && (
            <ul className="rail-groups" aria-label={t("common.groups")}>
              {reports.map((group) => (
                <li key={group.id}>
                  <PageLink to={group.path} onClick={closeMenu}>
                    {t(`common.grp.${group.id}`)}
                  </PageLink>
                </li>
              ))}
            </ul>
          )}
          <ul aria-labelledby={`menu-${id}`}>
            {entries.map(({ name, icon, path }) => (
              <li key={name}>
                <PageLink
                  to={path}
                  className="rail-item"
                  title={pinned ? undefined : t(`common.nav.${name}`)}
                  aria-current={isHere(path) ? (section === path ? "page" : "true") : undefined}
                  onClick={closeMenu}
                >
                  <FrameIcon name={icon} />
                  <span>{t(`common.nav.${name}`)}</span>
                  {name === "inbox" && Boolean(session.waiting) && (
                    <b>
                      {f.number(Math.min(session.waiting!, MOST))}
                      <span className="sr"> {t("common.waiting")}</span>
                    </b>
                  )}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
