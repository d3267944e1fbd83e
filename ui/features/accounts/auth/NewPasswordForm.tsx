/** A first or another password, set by the token of a link. */
import { ActionForm, Button } from "../../../components";
import { PasswordField } from "../../../components/fields/PasswordField";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";

interface Props {
  call: string;
  /** The address of the page without its token. */
  at: string;
  token: string;
  email: string;
  action: string;
}

/** The form, and why it was refused. */
export function NewPasswordForm({ call, at, token, email, action }: Props) {
  const t = useText();
  return (
    <ActionForm call={call} page={path(at, { token })} className="stack">
      <Refusal />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t("auth.newPassword")}
        name="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={200}
        help={t("auth.passwordHelp")}
      />
      <Button type="submit" variant="primary" size="l">
        {action}
      </Button>
    </ActionForm>
  );
}
