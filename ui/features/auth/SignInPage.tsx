import { useState } from "react";
import { ActionForm, Button, Checkbox, Field, Notice, PageLink } from "../../components";
import { useText } from "../../lib/i18n";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

/** Sign in: a plain form first. */
export default function SignInPage() {
  const t = useText();
  const { next, target, other, values, error, failed, status } = useAuthForm();
  const [shown, setShown] = useState(false);
  const kept = status === null || values.keep !== undefined;
  return (
    <>
      <h1>{t("auth.signIn")}</h1>
      <p className="lead">{t("auth.lead")}</p>
      <ReturnLine next={next} />
      {failed && <Notice tone="bad" focus>{failed}</Notice>}
      <ActionForm call="/api/v1/session" page={target} className="stack">
        <input type="hidden" name="next" value={next ?? "/"} />
        <Field label={t("auth.email")} name="email" type="email" autoComplete="username" required dir="ltr" defaultValue={values.email} error={error("email")} />
        <Field
          label={t("auth.password")}
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          required
          dir="ltr"
          error={error("password")}
          unit={<button type="button" className="show" aria-pressed={shown} onClick={() => setShown(!shown)}>{t(shown ? "auth.hide" : "auth.show")}</button>}
        />
        <Checkbox label={t("auth.keep")} name="keep" value="true" defaultChecked={kept} />
        <Button type="submit" variant="primary" size="l">{t("auth.signIn")}</Button>
      </ActionForm>
      <p className="below">{t("auth.new")} <PageLink to={other("/pages/register-v1")}>{t("auth.register")}</PageLink></p>
    </>
  );
}
