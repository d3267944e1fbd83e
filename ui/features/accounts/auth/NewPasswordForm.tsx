/** A first or another password, set by the token of a link. */
import { ActionForm, Button, Notice } from "../../../components";
import { PasswordField } from "../../../components/fields/PasswordField";
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
}

/** The form, and why it was refused. */
export function NewPasswordForm({ call, at, token, email, action }: Props) {
  const t = useText();
  const { form } = usePage();
  const wrong = form?.problem.errors?.password?.filter(Boolean).join(" ");
  return (
    <>
      {form && !wrong && (
        <Notice tone="bad" focus>
          {form.problem.detail}
        </Notice>
      )}
      <ActionForm call={call} page={path(at, { token })} className="stack">
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
          error={wrong}
        />
        <Button type="submit" variant="primary" size="l">
          {action}
        </Button>
      </ActionForm>
    </>
  );
}
