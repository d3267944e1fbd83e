import { ActionForm, Button, Notice, PageLink } from "../../../components";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { usePage } from "../../../page";
import { authApi } from "./api";
import type { linkQuery } from "./query";

/** Sets a new password by the link of a mail. */
export default function ResetPage() {
  const t = useText();
  const { query, form } = usePage<typeof linkQuery>();
  const { data } = authApi.useResetLinkQuery(query.token, { skip: !query.token });
  const wrong = form?.problem.errors?.password?.filter(Boolean).join(" ");
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
      {form && !wrong && (
        <Notice tone="bad" focus>
          {form.problem.detail}
        </Notice>
      )}
      <ActionForm
        call="/api/v1/password-resets/completion"
        page={path("/pages/reset-password-v1", { token: query.token })}
        className="stack"
      >
        <input type="hidden" name="token" value={query.token} />
        <input type="hidden" autoComplete="username" value={data.email} readOnly />
        <PasswordField
          label={t("auth.newPassword")}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={200}
          help={t("auth.passwordHelp")}
          error={wrong}
        />
        <Button type="submit" variant="primary" size="l">
          {t("auth.setPassword")}
        </Button>
      </ActionForm>
      {another}
    </>
  );
}
