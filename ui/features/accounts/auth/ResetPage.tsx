import { PageLink } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { NewPasswordForm } from "./NewPasswordForm";
import { authApi } from "./api";
import type { linkQuery } from "./query";

/** Sets a new password by the link of a mail. */
export default function ResetPage() {
  const t = useText();
  const { query } = usePage<typeof linkQuery>();
  const { data } = authApi.useResetLinkQuery(query.token, { skip: !query.token });
  const another = (
    <p className="below">
      <PageLink to="/pages/forgot-password-v1">{t("auth.newLink")}</PageLink>
    </p>
  );
  if (!data?.email) {
    return (
      <>
        <h1>{t("auth.linkOver")}</h1>
        <p className="lead">{t(data?.state === "used" ? "auth.resetUsedBody" : "auth.resetOverBody")}</p>
        {another}
      </>
    );
  }
  return (
    <>
      <h1>{t("auth.resetTitle")}</h1>
      <p className="lead">
        {t("auth.resetLead")} <bdi dir="ltr">{data.email}</bdi>
      </p>
      <NewPasswordForm
        call="/api/v1/password-resets/completion"
        at="/pages/reset-password-v1"
        token={query.token}
        email={data.email}
        action={t("auth.setPassword")}
        otherwise={t("auth.resetBeside")}
      />
      {another}
    </>
  );
}
