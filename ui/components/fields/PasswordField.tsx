import { useState, type ComponentProps } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { Field } from "../fields";

/** A password that can be looked at; without script it is a plain one. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "unit">) {
  const t = useText();
  const scripted = useScripted();
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      {...props}
      type={shown ? "text" : "password"}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      unit={
        scripted && (
          <button
            type="button"
            className="in-field"
            disabled={props.disabled}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            aria-label={t("common.password.see")}
          >
            {t(shown ? "common.password.hide" : "common.password.show")}
          </button>
        )
      }
    />
  );
}
