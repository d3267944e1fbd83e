import { PageLink } from "../components";
import { NAME } from "../components/Icon";
import { useText } from "../lib/i18n";
import { useSite } from "../page";

/** The line at the end of every page, for who wants one: whose data this is, and where to ask. */
export default function Footer() {
  const t = useText();
  const { session } = useSite();
  return (
    <footer className="foot" aria-label={t("common.footer")}>
      <span>{[NAME, session.workspace?.name, session.zone].filter(Boolean).join(" · ")}</span>
      <PageLink to="/pages/faq">{t("common.nav.faq")}</PageLink>
      {session.feedback && <a href={session.feedback}>{t("common.feedback")}</a>}
      <PageLink to="/pages">{t("common.nav.pages")}</PageLink>
    </footer>
  );
}
