import { lazy, Suspense, useState, type FormEvent, type ReactNode } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Avatar, Brand, Icon, Mark, Menu, MenuLink, Notice } from "../components";
import { useKeys } from "../hooks/useKeys";
import { useText } from "../lib/i18n";
import { LANGUAGES, type Skin } from "../lib/session";
import { PageLink, useGo, useSite } from "../page";
import { menuToggled, skinChosen } from "../state";
import { Done } from "./Done";
import { menuOf } from "./menu";

const SKINS = [["auto", "monitor"], ["light", "sun"], ["dark", "moon"]] as const;
const KeysHelp = lazy(() => import("./KeysHelp"));
const MENU_KEY = "menuCollapsed";

/** Send a preferences form without leaving the page; without script the browser sends it. */
function useQuietSend(then: (values: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const values = new FormData(event.currentTarget, submitter);
    void fetch(event.currentTarget.action, { method: "POST", body: new URLSearchParams([...values].map(([k, v]) => [k, String(v)])), redirect: "manual" });
    then(values);
  };
}

/** Language, skin and account: plain forms, so that they work without script. */
function Personal() {
  const { session, shown } = useSite();
  const dispatch = useDispatch();
  const t = useText();
  const preferences = { call: "/api/v1/preferences", page: shown.url } as const;
  const setSkin = useQuietSend((values) => {
    const skin = String(values.get("skin")) as Skin;
    document.documentElement.dataset.skin = skin;
    dispatch(skinChosen(skin));
    document.querySelectorAll<HTMLDetailsElement>("details.menu[open]").forEach((menu) => (menu.open = false));
  });
  return (
    <div className="personal">
      <Menu label={t("common.language")} icon="languages" hideLabel>
        <ActionForm {...preferences}>
          {LANGUAGES.map(({ id, name }) => (
            <button key={id} className="menu-item" name="locale" value={id} lang={id} aria-current={session.locale === id ? "true" : undefined}><span>{name}</span>{session.locale === id && <Icon name="check" size={16} />}</button>
          ))}
        </ActionForm>
      </Menu>
      <Menu label={t("common.skin.name")} icon="sun-moon" hideLabel>
        <ActionForm {...preferences} onSubmit={setSkin}>
          {/* i18n: common.skin.* */}
          {SKINS.map(([skin, icon]) => (
            <button key={skin} className="menu-item" name="skin" value={skin} aria-current={session.skin === skin ? "true" : undefined}><Icon name={icon} size={16} /><span>{t(`common.skin.${skin}`)}</span>{session.skin === skin && <Icon name="check" size={16} />}</button>
          ))}
        </ActionForm>
      </Menu>
      {session.user && (
        <Menu label={t("common.account", { name: session.user.fullName })} face={<><Avatar name={session.user.fullName} size={28} /><span className="account-name" aria-hidden="true">{session.user.fullName}</span></>}>
          <div className="menu-about"><strong>{session.user.fullName}</strong><span className="small quiet"><bdi>{session.user.email}</bdi></span>{session.workspace && <span className="small quiet">{session.workspace.name}</span>}</div>
          <MenuLink to="/pages/account-settings/security" icon="lock">{t("common.nav.security")}</MenuLink>
          <ActionForm call="/api/v1/session" method="DELETE" page="/">
            <button className="menu-item"><Icon name="log-out" size={16} className="mirror" /><span>{t("common.signOut")}</span></button>
          </ActionForm>
        </Menu>
      )}
    </div>
  );
}

/** On phones the menu is a popover: going somewhere closes it. */
const closeMenu = () => void document.getElementById("menu")?.togglePopover?.(false);

/** The signed-in frame: rail, bar, content. */
export default function Frame({ children }: { children: ReactNode }) {
  const { session, shown, pages, pending } = useSite();
  const dispatch = useDispatch();
  const go = useGo();
  const t = useText();
  const pinned = !session.layout.menuCollapsed;
  const groups = menuOf(pages, session.user?.ability ?? []);
  const pin = useQuietSend(() => {
    dispatch(menuToggled(pinned));
    localStorage.setItem(MENU_KEY, JSON.stringify(pinned));
  });
  const first = groups[0]?.entries[0]?.path ?? "/";
  const [help, setHelp] = useState(false);
  const search = () => document.querySelector<HTMLInputElement>("#main [role=search] input[type=search]")?.focus();
  useKeys({ "g d": () => go(first), "g h": () => go("/"), "/": search, "?": () => setHelp(true) });
  const section = shown.located?.page.path ?? "";
  const isHere = (path: string) => section === path || section.startsWith(`${path}/`);
  return (
    <div className={pinned ? "frame pinned" : "frame"}>
      <a className="skip" href="#main">{t("common.skip")}</a>
      <nav className="rail" id="menu" popover="auto" aria-label={t("common.menu")}>
        <div className="rail-head">
          <PageLink to="/" className="brand"><Brand /></PageLink>
          <ActionForm call="/api/v1/preferences" page={shown.url} onSubmit={pin}>
            <button className="icon-button" name="menuCollapsed" value={String(pinned)} aria-pressed={pinned} aria-label={t("common.pin")} title={t("common.pin")}><Icon name="pin" size={16} /></button>
          </ActionForm>
        </div>
        {groups.map((group) => (
          <div className="rail-group" key={group.id}>
            {/* i18n: common.group.* common.nav.* */}
            <p id={`menu-${group.id}`}><span>{t(`common.group.${group.id}`)}</span></p>
            <ul aria-labelledby={`menu-${group.id}`}>
              {group.entries.map((entry) => (
                <li key={entry.name}>
                  <PageLink to={entry.path} className="rail-item" aria-current={isHere(entry.path) ? (section === entry.path ? "page" : "true") : undefined} onClick={closeMenu}><Icon name={entry.icon} /><span>{t(`common.nav.${entry.name}`)}</span></PageLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <header className="bar">
        <button type="button" className="icon-button menu-button" popoverTarget="menu" aria-label={t("common.menu")}><Icon name="menu" size={20} /></button>
        <PageLink to="/" className="bar-mark" aria-label={t("common.nav.home")}><Mark size={22} /></PageLink>
        {session.workspace && <span className="bar-place">{session.workspace.name}</span>}
        <Personal />
        {pending && <div className="progress" role="status"><span className="sr">{t("common.loading")}</span></div>}
      </header>
      <main id="main" tabIndex={-1}>
        {session.readOnly && <Notice tone="warn" title={t("common.readOnly")}>{t("common.readOnlyBody")}</Notice>}
        {children}
      </main>
      <Done />
      {help && <Suspense><KeysHelp onClose={() => setHelp(false)} /></Suspense>}
    </div>
  );
}
