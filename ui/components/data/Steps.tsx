/** Where one is in a row of steps. */
import type { ReactNode } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { Icon } from "../Icon";
import { PageLink } from "../Link";
import "./data.css";

/** One step; those that can be gone back to are links. */
export interface Step {
  key: string;
  label: ReactNode;
  note?: ReactNode;
  state: "done" | "current" | "todo" | "failed";
  to?: string;
}

/** The steps in order; what is done, failed and next is said as well as drawn. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  const t = useText();
  const f = useFormat();
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step.key} className={step.state} aria-current={step.state === "current" ? "step" : undefined}>
          <span className="step-sign" aria-hidden="true">
            {step.state === "done" ? (
              <Icon name="check" size={14} />
            ) : step.state === "failed" ? (
              <Icon name="x" size={14} />
            ) : (
              f.number(index + 1)
            )}
          </span>
          <span className="step-text">
            {step.to ? <PageLink to={step.to}>{step.label}</PageLink> : <span>{step.label}</span>}
            <span className="sr">{t(`data.step.${step.state}`) /* i18n: data.step.* */}</span>
            {step.note && <small>{step.note}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}
