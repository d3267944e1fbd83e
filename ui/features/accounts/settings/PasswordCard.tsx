/** A new password for the present one. */
import { ActionForm, Button, Card } from "../../../components";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useText } from "../../../lib/i18n";
import { PresentPassword } from "./FactorCard";
import { usePage } from "../../../page";
import type { securityGrammar } from "./query";
import { Refusal } from "../../../components/forms/Refusal";

/** Present password, next password; the other sessions end with it. */
export function PasswordCard() {
  const t = useText();
  const { here } = usePage<typeof securityGrammar>();
  return (
    <Card title={t("security.passwordTitle")} id="password">
      <ActionForm call="/api/v1/me/password" page={here({})} done="password" className="stack short">
        <Refusal />
        <PresentPassword />
        <PasswordField
          label={t("security.newPassword")}
          name="new_password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={200}
          help={t("security.newPasswordHelp")}
        />
        <Button type="submit">{t("security.changePassword")}</Button>
      </ActionForm>
    </Card>
  );
}
