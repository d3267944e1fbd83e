import { Card, Empty, LinkButton, PageHead } from "../../components";
import { useText } from "../../lib/i18n";
import { mayOpen } from "../../lib/session";
import { usePage, useSite } from "../../page";
import { COMING } from "./pages";

/** A page that is still to be built: what will be here, and what serves instead today. */
export default function ComingPage() {
  const t = useText();
  const { pages, session } = useSite();
  const { page } = usePage();
  const coming = COMING.find(({ name }) => name === page.name);
  if (!coming) throw new Error(`${page.name} is no page to be built.`);
  const today = coming.today.flatMap((name) => pages.filter((row) => row.name === name && mayOpen(row.access, session.user)));
  return (
    <div className={session.user ? undefined : "wide"}>
      <PageHead title={t(coming.title)} />
      <Card>
        {/* i18n: coming.what.* coming.name.* common.nav.* */}
        <Empty icon={coming.icon} title={t("coming.title")} actions={today.map(({ name, path }) => <LinkButton key={name} to={path}>{t(`common.nav.${name}`)}</LinkButton>)}>
          {t(`coming.what.${coming.topic}`)}
          {today.length > 0 && <span className="block">{t("coming.today")}</span>}
        </Empty>
      </Card>
    </div>
  );
}
