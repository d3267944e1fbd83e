import { ActionForm, Button, Notice, PageLink } from "../../../components";
import { Field } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

/** The second step of signing in: a code of the device, or a recovery code. */
export default function CodePage() {
  const t = useText();
  const { next, target, other, error, failed, code } = useAuthForm();
  const wrong = code === "wrong_code" ? t("auth.codeWrong") : error("code");
  const late = code === "sign_in_again";
  const call = { call: "/api/v1/session/code", page: target, className: "stack" } as const;
  const again = <PageLink to={other("/pages/login-v1")}>{t("auth.codeAgain")}</PageLink>;
  return (
    <>
      <h1>{t("auth.code")}</h1>
      <p className="lead">{t("auth.codeLead")}</p>
      <ReturnLine next={next} />
      {failed && (
        <Notice tone="bad" focus>
          {late ? t("auth.codeLate") : failed} {late && again}
        </Notice>
      )}
      <ActionForm {...call}>
        <input type="hidden" name="next" value={next ?? "/"} />
        <Field
          label={t("auth.codeLabel")}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          dir="ltr"
          maxLength={40}
          help={t("auth.codeHelp")}
          error={wrong}
        />
        <Button type="submit" variant="primary" size="l">
          {t("auth.signIn")}
        </Button>
      </ActionForm>
      <details className="other-way">
        <summary>{t("auth.recovery")}</summary>
        <ActionForm {...call}>
          <input type="hidden" name="next" value={next ?? "/"} />
          <Field
            label={t("auth.recoveryLabel")}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            dir="ltr"
            maxLength={40}
            help={t("auth.recoveryHelp")}
          />
          <Button type="submit" size="l">
            {t("auth.recoveryDo")}
          </Button>
        </ActionForm>
      </details>
      <p className="below">{again}</p>
    </>
  );
}
