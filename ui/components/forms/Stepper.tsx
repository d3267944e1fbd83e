import type { ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { Steps, type Step } from "../data/Steps";
import "../controls.css";

interface Props {
  label: string;
  /** Those that are over can be gone back to. */
  steps: readonly Omit<Step, "state">[];
  current: string;
  /** Back and on, for this step. */
  actions: ReactNode;
  children: ReactNode;
}

/**
 * A form in steps, each with an address of its own: what is done can be gone back to, what is to come cannot be jumped
 * to.
 */
export function Stepper({ label, steps, current, actions, children }: Props) {
  const t = useText();
  const at = steps.findIndex(({ key }) => key === current);
  return (
    <div className="stepper">
      <nav aria-label={label}>
        <Steps
          label={label}
          steps={steps.map(({ to, ...step }, i) => ({
            ...step,
            state: i < at ? "done" : i === at ? "current" : "todo",
            ...(i < at && to && { to }),
          }))}
        />
      </nav>
      <p className="sr">{t("controls.stepOf", { step: at + 1, n: steps.length })}</p>
      <div className="stack">{children}</div>
      <footer className="stepper-foot">{actions}</footer>
    </div>
  );
}
