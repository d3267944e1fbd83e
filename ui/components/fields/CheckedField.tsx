import { useState, type ComponentProps } from "react";
import { useText } from "../../lib/i18n";
import type { TextFunction } from "../../lib/messages";
import { Field } from "../fields";
import { useFieldError } from "../forms/typed";

/**
 * A field that is checked when it is left, and while it is being corrected; the server's refusal goes first until then.
 */
export function CheckedField({
  check,
  error,
  onBlur,
  onChange,
  ...rest
}: ComponentProps<typeof Field> & { check: (value: string) => string | null }) {
  const [refusal, setFound] = useState<string | null | undefined>(undefined);
  const formError = useFieldError(rest.name);
  return (
    <Field
      {...rest}
      error={refusal === undefined ? error : (refusal ?? "")}
      onBlur={(event) => {
        setFound(event.target.value ? check(event.target.value) : undefined);
        onBlur?.(event);
      }}
      onChange={(event) => {
        if (refusal || error || formError) setFound(check(event.target.value));
        onChange?.(event);
      }}
    />
  );
}

/** What is wrong with an email address, in words; nothing where it is whole. */
export const emailProblem = (value: string, t: TextFunction): string | null =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()) ? null : t("controls.emailWhole");

/** An email address, always written left to right. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, "type">) {
  const t = useText();
  return (
    <CheckedField
      {...props}
      type="email"
      inputMode="email"
      dir="ltr"
      maxLength={254}
      check={(value) => emailProblem(value, t)}
    />
  );
}

const DIGITS = { least: 8, most: 15 };

/** A telephone number with its country code, always written left to right. */
export function PhoneField(props: Omit<ComponentProps<typeof Field>, "type">) {
  const t = useText();
  const check = (value: string) => {
    const n = value.replace(/\D/g, "").length;
    if (/[^\d\s()+.-]/.test(value)) return t("controls.phoneSigns");
    return n < DIGITS.least || n > DIGITS.most
      ? t("controls.phoneDigits", { n, least: DIGITS.least, most: DIGITS.most })
      : null;
  };
  return (
    <CheckedField
      autoComplete="tel"
      help={t("controls.phoneHelp")}
      {...props}
      type="tel"
      inputMode="tel"
      dir="ltr"
      maxLength={24}
      check={check}
    />
  );
}
