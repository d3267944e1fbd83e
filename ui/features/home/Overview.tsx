import { Icon, PageHead, PageLink, type IconName } from "../../components";
import { useText } from "../../lib/i18n";
import { mayOpen } from "../../lib/session";
import { useSite } from "../../page";
import { Attention } from "./Attention";
import { Own, UnderWay } from "./Own";

const DOORS: readonly [string, IconName][] = [
  ["dashboard", "layout-dashboard"],
  ["conversations", "messages-square"],
  ["bots", "bot"],
  ["imports", "upload"],
  ["faq", "circle-help"],
  ["pricing", "credit-card"],
];

/** The signed-in start: what needs this reader, and the places they may open. */
export function Overview() {
  const t = useText();
  const { pages, session } = useSite();
  const doors = DOORS.filter(([name]) =>
    pages.some((page) => page.name === name && mayOpen(page.access, session.user)),
  );
  return (
    <>
      <PageHead title={t("home.hello", { name: session.user?.fullName ?? "" })} lead={session.workspace?.name} />
      <Attention />
      {session.working && <UnderWay />}
      <ul className="doors rows gap-16">
        {/* i18n: home.door.* */}
        {doors.map(([name, icon]) => (
          <li key={name}>
            <PageLink to={pages.find((page) => page.name === name)?.path ?? "/"}>
              <Icon name={icon} size={20} />
              <span>
                <strong>{t(`common.nav.${name}`)}</strong>
                <span className="quiet">{t(`home.door.${name}`)}</span>
              </span>
              <Icon name="chevron-right" size={16} className="mirror" />
            </PageLink>
          </li>
        ))}
      </ul>
      {/* Last: what only the browser knows comes in below everything else. */}
      <Own />
    </>
  );
}
