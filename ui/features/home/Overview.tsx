import { Icon, PageHead, PageLink, useCan, type IconName } from "../../components";
import { useText } from "../../lib/i18n";
import { useSite } from "../../page";
import { Attention } from "./Attention";

const DOORS: readonly [string, IconName][] = [["dashboard", "layout-dashboard"], ["conversations", "messages-square"], ["bots", "bot"], ["imports", "upload"], ["faq", "circle-help"], ["pricing", "credit-card"]];

/** The signed-in start: what needs this reader, and the places they may open. */
export function Overview() {
  const t = useText();
  const { pages, session } = useSite();
  const may = useCan();
  const doors = DOORS.filter(([name]) => {
    const access = pages.find((page) => page.name === name)?.access;
    return access !== undefined && (typeof access === "string" || may(access.action, access.subject));
  });
  return (
    <>
      <PageHead title={t("home.hello", { name: session.user?.fullName ?? "" })} lead={session.workspace?.name} />
      <Attention />
      <ul className="doors">
        {/* i18n: home.door.* */}
        {doors.map(([name, icon]) => (
          <li key={name}>
            <PageLink to={pages.find((page) => page.name === name)?.path ?? "/"}>
              <Icon name={icon} size={20} />
              <span><strong>{t(`common.nav.${name}`)}</strong><span className="quiet">{t(`home.door.${name}`)}</span></span>
              <Icon name="chevron-right" size={16} className="mirror" />
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}
