import { useState, type ComponentProps } from "react";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { Field } from "../fields";

/** A password that can be looked at; without script it is a plain one. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "unit">) {
  const t = useText();
  const scripted = useScripted();
  const [visible, setShown] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      {...props}
      type={visible ? "text" : "password"}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      unit={
        scripted && (
          <button
            type="button"
            className="in-field"
            disabled={props.disabled}
            aria-pressed={visible}
            onClick={() => setShown(!visible)}
            aria-label={t("common.password.see")}
          >
            {t(visible ? "common.password.hide" : "common.password.show")}
          </button>
        )
      }
    />
  );
}
