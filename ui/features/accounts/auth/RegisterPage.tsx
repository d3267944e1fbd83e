import { ActionForm, Button, Icon, PageLink } from "../../../components";
import { Refusal } from "../../../components/forms/Refusal";
import { Field } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { registerQuery } from "./query";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

const CALL = "/api/v1/registration";

/** Register: opens a new workspace of one's own. */
export default function RegisterPage() {
  const t = useText();
  const { next, target, other, values } = useAuthForm();
  const { query } = usePage<typeof registerQuery>();
  const plan = values.plan ?? query.plan;
  return (
    <>
      <h1>{t("auth.register")}</h1>
      <p className="lead">{t("auth.registerLead")}</p>
      <ReturnLine next={next} />
      {plan && (
        <p className="return">
          <Icon name="check" size={16} />
          <span>
            <span className="quiet">{t("auth.plan")} </span>
            <strong>{t(`auth.plan.${plan}`) /* i18n: auth.plan.* */}</strong>
          </span>{" "}
          <PageLink to="/pages/pricing">{t("auth.otherPlan")}</PageLink>
        </p>
      )}
      <ActionForm call={CALL} page={target} className="stack">
        <Refusal />
        <input type="hidden" name="next" value={next ?? "/"} />
        {plan && <input type="hidden" name="plan" value={plan} />}
        <Field label={t("auth.username")} name="username" autoComplete="nickname" required maxLength={60} />
        <Field
          label={t("auth.workspace")}
          name="workspace"
          autoComplete="organization"
          required
          maxLength={120}
          help={t("auth.workspaceHelp")}
        />
        <Field label={t("auth.email")} name="email" type="email" autoComplete="username" required dir="ltr" />
        <PasswordField
          label={t("auth.password")}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          help={t("auth.passwordHelp")}
        />
        <Button type="submit" variant="primary" size="l">
          {t("auth.create")}
        </Button>
      </ActionForm>
      <p className="below">
        {t("auth.have")} <PageLink to={other("/pages/login-v1")}>{t("auth.signIn")}</PageLink>
      </p>
    </>
  );
}
