import { LinkButton } from "../../components";
import { useText } from "../../lib/i18n";

/** The page for an address that leads nowhere. */
export default function ErrorPage() {
  const t = useText();
  return (
    <div className="problem">
      <h1>{t("problem.404.title")}</h1>
      <p>{t("problem.404.body")}</p>
      <p className="row"><LinkButton to="/">{t("common.start")}</LinkButton></p>
    </div>
  );
}
