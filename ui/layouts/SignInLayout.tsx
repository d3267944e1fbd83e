import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { Brand, Menu, MenuLink } from "../components";
import { useText } from "../lib/i18n";
import { later, PageLink, useSite } from "../page";
import { selectLanguages } from "../state";
import { languagePath } from "./language";
import { WeekPicture } from "./WeekPicture";
import "../styles/base.css";
import "../styles/menus.css";
import "../styles/fields.css";
import "../styles/sign-in.css";

const Viewing = later(() => import("./Viewing"));

/** The form at the start side, the picture of a week at the end side. */
export default function SignInLayout({ children }: { children: ReactNode }) {
  const { session, currentPage } = useSite();
  const t = useText();
  const languages = useSelector(selectLanguages);
  const language = languages.find(({ id }) => id === session.locale)?.name ?? "";
  return (
    <div className="split">
      <div className="split-form">
        <header>
          <PageLink to="/" className="brand">
            <Brand />
          </PageLink>
          <Menu label={language} icon="languages">
            {languages.map(({ id, name }) => (
              <MenuLink key={id} to={languagePath(currentPage.url, id)} lang={id} current={id === session.locale}>
                {name}
              </MenuLink>
            ))}
          </Menu>
        </header>
        <main id="main" tabIndex={-1}>
          {session.viewing && <Viewing />}
          {children}
        </main>
        <footer>
          <PageLink to="/pages/pricing">{t("common.nav.pricing")}</PageLink>
          <PageLink to="/pages/faq">{t("common.nav.faq")}</PageLink>
        </footer>
      </div>
      <WeekPicture />
    </div>
  );
}
