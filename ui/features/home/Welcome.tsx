import { Icon, LinkButton, PageLink, type IconName } from "../../components";
import { useText } from "../../lib/i18n";

const POINTS: readonly [string, IconName][] = [
  ["figures", "activity"],
  ["doubt", "circle-help"],
  ["light", "clock"],
];

/** The short public page. */
export function Welcome() {
  const t = useText();
  return (
    <>
      <div className="hero">
        <div className="wide">
          <div className="hero-text">
            <h1>{t("home.heading")}</h1>
            <p>{t("home.lead")}</p>
            <div className="row">
              <LinkButton to="/pages/register-v1" variant="primary" size="l">
                {t("common.register")}
              </LinkButton>
              <LinkButton to="/pages/login-v1" size="l">
                {t("common.signIn")}
              </LinkButton>
            </div>
          </div>
        </div>
      </div>
      <div className="wide points">
        {/* i18n: home.figures* home.doubt* home.light* */}
        {POINTS.map(([id, icon]) => (
          <section key={id}>
            <Icon name={icon} size={22} />
            <h2>{t(`home.${id}`)}</h2>
            <p>{t(`home.${id}Body`)}</p>
          </section>
        ))}
      </div>
      <div className="wide">
        <section className="ask">
          <div>
            <h2>{t("home.ask")}</h2>
            <p>{t("home.askBody")}</p>
          </div>
          <div className="row">
            <PageLink className="button" to="/pages/faq">
              {t("common.nav.faq")}
            </PageLink>
            <PageLink className="button" to="/pages/pricing">
              {t("common.nav.pricing")}
            </PageLink>
          </div>
        </section>
      </div>
    </>
  );
}
