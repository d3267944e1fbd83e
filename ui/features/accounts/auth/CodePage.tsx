import { ActionForm, Button, PageLink } from "../../../components";
import { Field } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

/** The second step of signing in: a code of the device, or a recovery code. */
export default function CodePage() {
  const t = useText();
  const { next, target, other, code } = useAuthForm();
  const wrong = code === "wrong_code" ? t("auth.codeWrong") : undefined;
  const call = { call: "/api/v1/session/code", page: target, className: "stack" } as const;
  const again = <PageLink to={other("/pages/login-v1")}>{t("auth.codeAgain")}</PageLink>;
  const late = (
    <>
      {t("auth.codeLate")} {again}
    </>
  );
  const { form } = usePage();
  const codes = { sign_in_again: late };
  return (
    <>
      <h1>{t("auth.code")}</h1>
      <p className="lead">{t("auth.codeLead")}</p>
      <ReturnLine next={next} />
      <ActionForm {...call}>
        <Refusal codes={codes} />
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
      <details className="other-way" open={form?.part === "recovery"}>
        <summary>{t("auth.recovery")}</summary>
        <ActionForm {...call} id="recovery" page={`${target}#recovery`}>
          <Refusal codes={codes} />
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
            error={wrong}
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
