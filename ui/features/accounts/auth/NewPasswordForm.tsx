/** A first or another password, set by the token of a link. */
import { ActionForm, Button, Notice } from "../../../components";
import { PasswordField } from "../../../components/fields/PasswordField";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { usePage } from "../../../page";

interface Props {
  call: string;
  /** The address of the page without its token. */
  at: string;
  token: string;
  email: string;
  action: string;
  /** What becomes of the session of a person for whom the link is not. */
  otherwise: string;
}

/** The form, why it was refused, and whether it is for the person who has signed in. */
export function NewPasswordForm({ call, at, token, email, action, otherwise }: Props) {
  const t = useText();
  const { user } = usePage().session;
  return (
    <ActionForm call={call} page={path(at, { token })} className="stack">
      <Refusal />
      {user && user.email.toLowerCase() !== email.toLowerCase() && (
        <Notice tone="warn" icon="circle-alert" title={t("auth.otherPerson", { name: user.fullName, email })}>
          {otherwise}
        </Notice>
      )}
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
