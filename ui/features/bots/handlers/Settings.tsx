/** How one handler is asked: its address, key and times; closed until it is wanted or wrong. */
import type { ReactNode } from "react";
import { Icon } from "../../../components";
import { Field, TextArea } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useText } from "../../../lib/i18n";
import type { Asked, External } from "./api";
import { useFormState } from "../../../components/forms/typed";

const ICONS = { openai: "message-circle", rasa: "bot", http: "link", shadow: "eye" } as const;

interface Props {
  kind: External | "shadow";
  /** What the names of its fields begin with. */
  name: string;
  current: Asked | undefined;
  /** What comes before its fields. */
  children?: ReactNode;
}

/** The fields under the handler's name. */
export function Settings({ kind, name, current, children }: Props) {
  const { errors } = useFormState();
  const t = useText();
  const at = (field: string) => `${name}.${field}`;
  const common = (part: string, stored: string | number) => ({
    label: t(`handler.f.${part}`) /* i18n: handler.f.* */,
    name: at(part),
    defaultValue: stored,
  });
  const isWrong = Object.keys(errors).some((field) => field.startsWith(`${name}.`));
  const hasModel = kind === "openai" || kind === "shadow";
  const end = current?.secret_name
    ? t("handler.named", { name: current.secret_name })
    : current?.secret_end && t("handler.endsIn", { end: current.secret_end });
  return (
    <details className="bh-one" open={isWrong}>
      <summary>
        <Icon name={ICONS[kind]} size={16} />
        <strong>{t(`handler.k.${kind}`)}</strong>
        <span className="small quiet" dir="auto">
          {current ? [current.model, hostOf(current.url), end].filter(Boolean).join(" · ") : t("handler.notSetUp")}
        </span>
        <Icon name="chevron-down" size={16} />
      </summary>
      <div className="stack">
        {children}
        <Field {...common("url", current?.url ?? "")} type="url" maxLength={500} autoComplete="off" dir="ltr" />
        <div className="pair">
          {hasModel && (
            <Field {...common("model", current?.model ?? "")} maxLength={120} autoComplete="off" dir="ltr" />
          )}
          <PasswordField
            label={t("handler.f.secret")}
            name={at("secret")}
            maxLength={300}
            autoComplete="off"
            help={current?.has_secret ? t("handler.keeps") : t(`handler.secret.${kind}`) /* i18n: handler.secret.* */}
          />
        </div>
        <div className="pair">
          <Field
            {...common("timeout_s", current?.timeout_s ?? 10)}
            type="number"
            min={3}
            max={20}
            unit={t("handler.seconds")}
          />
          <Field {...common("retries", current?.retries ?? 1)} type="number" min={0} max={3} />
        </div>
        {hasModel && (
          <TextArea
            {...common("instruction", current?.instruction ?? "")}
            maxLength={4000}
            dir="auto"
            help={t("handler.masked")}
          />
        )}
      </div>
    </details>
  );
}

/** The host of an address; the address itself where it has none. */
function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? url;
}
