import { ActionForm, Button, Field, Notice, PageLink } from "../../components";
import { PasswordField } from "../../components/fields/PasswordField";
import { useText } from "../../lib/i18n";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

/** Register: opens a new workspace of one's own. */
export default function RegisterPage() {
  const t = useText();
  const { next, target, other, values, error, failed } = useAuthForm();
  return (
    <>
      <h1>{t("auth.register")}</h1>
      <p className="lead">{t("auth.registerLead")}</p>
      <ReturnLine next={next} />
      {failed && <Notice tone="bad" focus>{failed}</Notice>}
      <ActionForm call="/api/v1/registration" page={target} className="stack">
        <input type="hidden" name="next" value={next ?? "/"} />
        <Field label={t("auth.username")} name="username" autoComplete="nickname" required maxLength={60} defaultValue={values.username} error={error("username")} />
        <Field label={t("auth.email")} name="email" type="email" autoComplete="username" required dir="ltr" defaultValue={values.email} error={error("email")} />
        <PasswordField label={t("auth.password")} name="password" autoComplete="new-password" required minLength={8} help={t("auth.passwordHelp")} error={error("password")} />
        <Button type="submit" variant="primary" size="l">{t("auth.create")}</Button>
      </ActionForm>
      <p className="below">{t("auth.have")} <PageLink to={other("/pages/login-v1")}>{t("auth.signIn")}</PageLink></p>
    </>
  );
}
