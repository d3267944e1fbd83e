import { ActionForm, Button, Notice, PageLink } from "../../../components";
import { Field } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { doneOf, usePage } from "../../../page";

const HERE = "/pages/forgot-password-v1";

/** Asks for a link to a new password; says the same whether the address has an account or not. */
export default function ForgotPage() {
  const t = useText();
  const { form, url } = usePage();
  const sent = !form && doneOf(url) === "asked";
  const wrong = form?.problem.errors?.email?.filter(Boolean).join(" ");
  return (
    <>
      <h1>{t("auth.forgotTitle")}</h1>
      <p className="lead">{t("auth.forgotLead")}</p>
      {sent && (
        <Notice tone="good" icon="circle-check" focus title={t("auth.asked")}>
          {t("auth.askedBody")}
        </Notice>
      )}
      {form && !wrong && (
        <Notice tone="bad" focus>
          {form.problem.detail}
        </Notice>
      )}
      <ActionForm call="/api/v1/password-resets" page={HERE} done="asked" className="stack">
        <Field
          label={t("auth.email")}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          dir="ltr"
          defaultValue={form?.values.email}
          error={wrong}
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
