import { ActionForm, Button, Notice, PageLink } from "../../../components";
import { Field } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { doneOf, usePage } from "../../../page";

const HERE = "/pages/forgot-password-v1";

/** Asks for a link to a new password; says the same whether the address has an account or not. */
export default function ForgotPage() {
  const t = useText();
  const { form, url } = usePage();
  const sent = !form && doneOf(url) === "asked";
  return (
    <>
      <h1>{t("auth.forgotTitle")}</h1>
      <p className="lead">{t("auth.forgotLead")}</p>
      {sent && (
        <Notice tone="good" icon="circle-check" focus title={t("auth.asked")}>
          {t("auth.askedBody")}
        </Notice>
      )}
      <ActionForm call="/api/v1/password-resets" page={HERE} done="asked" className="stack">
        <Refusal />
        <Field
          label={t("auth.email")}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          dir="ltr"
        />
        <Button type="submit" variant="primary" size="l">
          {t("auth.sendLink")}
        </Button>
      </ActionForm>
      <p className="below">
        <PageLink to="/pages/login-v1">{t("auth.backToSignIn")}</PageLink>
      </p>
    </>
  );
}
