import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from "react";
import { useSelector } from "react-redux";
import { ActionForm, Avatar, FrameIcon, Icon, Mark, Menu, MenuLink, Notice } from "../components";
import { useKeys } from "../hooks/useKeys";
import { useFormat, useText } from "../lib/i18n";
import { leave } from "../lib/own";
import { can, type Layout } from "../lib/session";
import { later, PageLink, useGo, useSite } from "../page";
import { selectLangCodeOptions } from "../state";
import { menuOf } from "./menu";
import { SideNav } from "./SideNav";
import "../styles/base.css";
import "../styles/fields.css";
import "../styles/parts.css";
import "../styles/lists.css";
import "../styles/frame.css";
import "../styles/navbar.css";

const FlashMessage = later(() => import("./FlashMessage"), "FlashMessage");
const MenuHint = later(() => import("./MenuHint"));
const Work = later(() => import("./Work"));
const SearchBox = later(() => import("./SearchBox"));
const BookmarkButton = later(() => import("./BookmarkButton"));
const BookmarkBar = later(() => import("./BookmarkBar"));
const LayoutPanel = lazy(() => import("./LayoutPanel"));
const Bell = later(() => import("./Bell"));
const InboxWatch = later(() => import("./InboxWatch"));
const SessionWatch = later(() => import("./SessionWatch"));
const Footer = later(() => import("./Footer"));
const Viewing = later(() => import("./Viewing"));
const KeysHelp = lazy(() => import("./KeysHelp"));

/** Language, layout and account: plain forms, so that they work without script. */
function Personal() {
  const { session, currentPage, fetchPage } = useSite();
  const t = useText();
  const preferences = { call: "/api/v1/preferences", page: currentPage.url } as const;
  const languages = useSelector(selectLangCodeOptions);
  const [panel, setPanel] = useState(false);
  // The page of the same choices has what the panel is dressed in.
  const open = (event: MouseEvent) => {
    if (currentPage.located?.page.name === "layout") return;
    event.preventDefault();
    void fetchPage("layout").then(() => setPanel(true));
  };
  return (
    <div className="personal">
      <Menu label={t("common.language")} face={<FrameIcon name="languages" />} hideLabel>
        <ActionForm {...preferences}>
          {languages.map(({ id, value, label }) => (
            <button
              key={id}
              className="menu-item"
              name="locale"
              value={value}
              lang={value}
              aria-current={session.locale === id ? "true" : undefined}
            >
              <span>{label}</span>
              {session.locale === id && <Icon name="check" size={16} />}
            </button>
          ))}
        </ActionForm>
      </Menu>
      <PageLink
        to="/pages/layout"
        className="icon-button layout-open"
        aria-label={t("common.layout")}
        data-tip={t("common.layout")}
        onClick={open}
      >
        <FrameIcon name="settings" />
      </PageLink>
      {panel && (
        <Suspense>
          <LayoutPanel onClose={() => setPanel(false)} />
        </Suspense>
      )}
      {session.user && <Bell />}
      {session.user && (
        <Menu
          label={t("common.account", { name: session.user.fullName })}
          face={
            <>
              <Avatar name={session.user.fullName} src={session.user.avatar} size={28} />
              <span className="account-name" aria-hidden="true">
                {session.user.fullName}
              </span>
            </>
          }
        >
          <div className="menu-about">
            <strong>{session.user.fullName}</strong>
            <span className="small quiet">
              <bdi>{session.user.email}</bdi>
            </span>
            {session.workspace && <span className="small quiet">{session.workspace.name}</span>}
          </div>
          <MenuLink to="/bookmarks" icon="star">
            {t("common.nav.bookmarks")}
          </MenuLink>
          <MenuLink to="/pages/profile" icon="user">
            {t("common.nav.profile")}
          </MenuLink>
          <MenuLink to="/pages/account-settings" icon="settings">
            {t("common.nav.account")}
          </MenuLink>
          <ActionForm call="/api/v1/session" method="DELETE" page="/" onSubmit={leave}>
            <button className="menu-item">
              <Icon name="log-out" size={16} className="mirror" />
              <span>{t("common.signOut")}</span>
            </button>
          </ActionForm>
        </Menu>
      )}
    </div>
  );
}

/** To the search, wherever it is at this width. */
function search() {
  const box = document.getElementById("find");
  if (box?.checkVisibility()) box.focus();
  else document.getElementById("find-open")?.click();
}

/** The frame's classes: only what is not the default is said. */
const frameClass = ({ menuCollapsed, menuHidden, contentWidth, navbar, footer }: Layout) =>
  [
    "frame",
    menuHidden ? "menu-gone" : !menuCollapsed && "pinned",
    contentWidth === "boxed" && "boxed",
    navbar !== "sticky" && `bar-${navbar}`,
    footer === "sticky" && "foot-sticky",
  ]
    .filter(Boolean)
    .join(" ");

/** The signed-in frame: rail, bar, content. */
export default function Frame({ children }: { children: ReactNode }) {
  const { session, currentPage, pages, pending, fetchPage } = useSite();
  const f = useFormat();
  const go = useGo();
  const t = useText();
  const groups = menuOf(pages, session.user);
  const first = groups[0]?.entries[0]?.path ?? "/";
  const [help, setHelp] = useState(false);
  // The page of the search has the words of the keys.
  useKeys({
    "g d": () => go(first),
    "g h": () => go("/"),
    "/": search,
    "?": () => void fetchPage("search").then(() => setHelp(true)),
  });
  return (
    <div className={frameClass(session.layout)}>
      <a className="skip" href="#main">
        {t("common.skip")}
      </a>
      <SideNav groups={groups} />
      <header className="bar">
        <button
          type="button"
          className="icon-button menu-button"
          popoverTarget="menu"
          aria-label={t("common.menu")}
          data-tip={t("common.menu")}
        >
          <FrameIcon name="menu" size={20} />
        </button>
        <PageLink to="/" className="bar-mark" aria-label={t("common.nav.home")}>
          <Mark size={22} />
        </PageLink>
        {session.user && (
          <>
            <SearchBox />
            <BookmarkButton />
            <BookmarkBar />
          </>
        )}
        {session.menuHint && <MenuHint />}
        {session.working && <Work />}
        <Personal />
        {pending && (
          <div className="progress" role="status">
            <span className="sr">{t("common.loading")}</span>
          </div>
        )}
      </header>
      <main
        id="main"
        tabIndex={-1}
        data-print={[currentPage.url, session.zone, f.dateTime(session.now)]
          .map((text) => `\u2068${text}\u2069`)
          .join(" · ")}
      >
        {session.viewing && <Viewing />}
        {session.readOnly && (
          <Notice tone="warn" title={t("common.readOnly")}>
            {t("common.readOnlyBody")}
          </Notice>
        )}
        {children}
      </main>
      {session.layout.footer !== "hidden" && <Footer />}
      <FlashMessage />
      <SessionWatch />
      {can(session.user?.ability ?? [], "read", "Inbox") && <InboxWatch />}
      {help && (
        <Suspense>
          <KeysHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  );
}
