import type { ComponentProps } from "react";
import { ActionForm, Button, PageLink } from "../../../components";
import { Field } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { useFormState } from "../../../components/forms/typed";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { ReturnLine } from "./ReturnLine";
import { useAuthForm } from "./useAuthForm";

/** The second step of signing in: a code of the device, or a recovery code. */
export default function CodePage() {
  const t = useText();
  const { next, target, other } = useAuthForm();
  // By the fragment each of the two forms knows whether it was the one that was refused.
  const formOf = (part: string) =>
    ({ call: "/api/v1/session/code", page: `${target}#${part}`, id: part, className: "stack" }) as const;
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
      <ActionForm {...formOf("device")}>
        <Refusal codes={codes} />
        <input type="hidden" name="next" value={next ?? "/"} />
        <CodeField
          label={t("auth.codeLabel")}
          inputMode="numeric"
          autoComplete="one-time-code"
          help={t("auth.codeHelp")}
        />
        <Button type="submit" variant="primary" size="l">
          {t("auth.signIn")}
        </Button>
      </ActionForm>
      <details className="other-way" open={form?.part === "recovery"}>
        <summary>{t("auth.recovery")}</summary>
        <ActionForm {...formOf("recovery")}>
          <Refusal codes={codes} />
          <input type="hidden" name="next" value={next ?? "/"} />
          <CodeField
            label={t("auth.recoveryLabel")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
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

/** The code of one of the two forms, with what was wrong with it. */
function CodeField(props: Omit<ComponentProps<typeof Field>, "name">) {
  const t = useText();
  const { code } = useFormState();
  const error = code === "wrong_code" ? t("auth.codeWrong") : undefined;
  return <Field {...props} name="code" required dir="ltr" maxLength={40} error={error} />;
}
