import { LinkButton } from "../../components";
import { useText } from "../../lib/i18n";

/** The page for a place one may not open. */
export default function NotAuthorizedPage() {
  const t = useText();
  return (
    <div className="problem">
      <h1>{t("problem.403.title")}</h1>
      <p>{t("problem.403.body")}</p>
      <p className="row"><LinkButton to="/">{t("common.start")}</LinkButton></p>
    </div>
  );
}
