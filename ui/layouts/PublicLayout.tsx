import type { ReactNode } from "react";
import { Brand, Icon, Menu, MenuLink } from "../components";
import { useText } from "../lib/i18n";
import { LANGUAGES } from "../lib/session";
import { later, PageLink, useSite } from "../page";
import { languagePath } from "./language";
import "../styles/base.css";
import "../styles/menus.css";
import "../styles/fields.css";
import "../styles/public.css";

const Viewing = later(() => import("./Viewing"));

/** The public pages that exist, in the order of the head. */
const LINKS = ["pricing", "faq", "knowledge-base", "blog"] as const;

/** The site anyone may read: head, page, foot; no script needed. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  const { session, currentPage, pages } = useSite();
  const t = useText();
  const name = currentPage.located?.page.name;
  const links = LINKS.flatMap((id) => {
    const page = pages.find((p) => p.name === id);
    // i18n: common.nav.*
    return page
      ? [
          <PageLink key={id} to={page.path} aria-current={name === id ? "page" : undefined}>
            {t(`common.nav.${id}`)}
          </PageLink>,
        ]
      : [];
  });
  const language = LANGUAGES.find(({ id }) => id === session.locale)?.name ?? "";
  return (
    <div className="public">
      <a className="skip" href="#main">
        {t("common.skip")}
      </a>
      <header className="site-head">
        <div className="wide">
          <PageLink to="/" className="brand">
            <Brand size={24} />
          </PageLink>
          <nav aria-label={t("common.site")}>{links}</nav>
          <div className="site-own flex">
            <Menu label={language} icon="languages">
              {LANGUAGES.map(({ id, name: own }) => (
                <MenuLink key={id} to={languagePath(currentPage.url, id)} lang={id} current={id === session.locale}>
                  {own}
                </MenuLink>
              ))}
            </Menu>
            {session.user ? (
              <PageLink to="/" className="button primary">
                {t("common.open")}
              </PageLink>
            ) : (
              <>
                <PageLink to="/pages/login-v1" className="button quiet">
                  {t("common.signIn")}
                </PageLink>
                <PageLink to="/pages/register-v1" className="button primary">
                  {t("common.register")}
                </PageLink>
              </>
            )}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {session.viewing && <Viewing />}
        {children}
      </main>
      <footer className="site-foot">
        <div className="wide">
          <span className="brand">
            <Brand size={20} />
          </span>
          <nav aria-label={t("common.footer")}>
            {links}
            {!session.user && <PageLink to="/pages/login-v1">{t("common.signIn")}</PageLink>}
          </nav>
          <span className="small quiet site-note">
            <Icon name="check" size={14} />
            {t("common.noScript")}
          </span>
        </div>
      </footer>
    </div>
  );
}
