import { ActionForm, Button, Notice, PageLink } from "../../../components";
import { Refusal } from "../../../components/forms/Refusal";
import { Checkbox, Field } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useText } from "../../../lib/i18n";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

/** Sign in: a plain form first. */
export default function SignInPage() {
  const t = useText();
  const { next, target, other, values, ended, reset, status } = useAuthForm();
  const keeps = status === null || values.keep !== undefined;
  return (
    <>
      <h1>{t("auth.signIn")}</h1>
      <p className="lead">{t("auth.lead")}</p>
      <ReturnLine next={next} />
      {ended && (
        <Notice icon="history" title={t("auth.ended")}>
          {t("auth.endedBody")}
        </Notice>
      )}
      {reset && (
        <Notice tone="good" icon="circle-check" title={t("auth.resetDone")}>
          {t("auth.resetDoneBody")}
        </Notice>
      )}
      <ActionForm call="/api/v1/session" page={target} className="stack">
        <Refusal codes={{ single_sign_on: t("auth.singleOnly") }} />
        <input type="hidden" name="next" value={next ?? "/"} />
        <Field label={t("auth.email")} name="email" type="email" autoComplete="username" required dir="ltr" />
        <PasswordField label={t("auth.password")} name="password" required />
        <Checkbox label={t("auth.keep")} name="keep" value="true" defaultChecked={keeps} />
        <Button type="submit" variant="primary" size="l">
          {t("auth.signIn")}
        </Button>
      </ActionForm>
      <p className="below">
        <PageLink to={other("/pages/login-v1/single-sign-on")}>{t("auth.single")}</PageLink> ·{" "}
        <PageLink to="/pages/forgot-password-v1">{t("auth.forgot")}</PageLink>
      </p>
      <p className="below">
        {t("auth.new")} <PageLink to={other("/pages/register-v1")}>{t("auth.register")}</PageLink>
      </p>
    </>
  );
}
