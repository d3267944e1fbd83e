import { PageLink } from "../../components";
import { useText } from "../../lib/i18n";
import { useSite } from "../../page";
import "./errors.css";

/** The errors a reader may meet, in the words their pages use. */
const STATUSES = [404, 403, 400, 429, 503] as const;

/** What error pages say, and where to go on. */
export default function ErrorPage() {
  const t = useText();
  const { session } = useSite();
  return (
    <div className="problem errors">
      <h1>{t("problem.about.title")}</h1>
      <p>{t("problem.about.body")}</p>
      <dl>
        {/* i18n: problem.* */}
        {STATUSES.map((status) => (
          <div key={status}>
            <dt>
              <span className="problem-status">{status}</span> {t(`problem.${status}.title`)}
            </dt>
            <dd className="quiet">{t(`problem.${status}.body`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t("problem.about.report")}</p>
      <p className="row">
        <PageLink className="button primary" to="/">
          {t(session.user ? "common.nav.home" : "common.start")}
        </PageLink>
        <PageLink className="button" to="/pages/faq">
          {t("common.nav.faq")}
        </PageLink>
      </p>
    </div>
  );
}
