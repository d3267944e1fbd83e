import { useContext, type ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { fieldErrors } from "../fields/fieldErrors";
import { Notice } from "../states";
import { TypedContext, useRefused } from "./refused";

interface Props {
  /** The call of a form that is elsewhere on the page. */
  call?: string;
  title?: ReactNode;
  /** Fields without a control of their own: what is wrong with them is said here. */
  fields?: readonly string[];
  /** What is said instead of the API's sentence, by its code. */
  codes?: Readonly<Record<string, ReactNode>>;
}

/** Why the form around it, or that of a call, was refused, where no field says so; nothing while all is well. */
export function Refusal({ call, title, fields = [], codes = {} }: Props) {
  const t = useText();
  const typed = useContext(TypedContext);
  const elsewhere = useRefused([call ?? ""])?.problem;
  if (call === undefined && typed === undefined) throw new Error("A refusal without a form.");
  const problem = call === undefined ? typed?.problem : elsewhere;
  const errors = problem?.errors ?? {};
  const unseen = fields.map((name) => fieldErrors(errors, name)).filter(Boolean);
  const isSaid = Object.values(errors).flat().some(Boolean);
  if (!problem || (isSaid && unseen.length === 0)) return null;
  const { code = "" } = problem;
  const stale = code === "stale";
  const reason = stale ? t("controls.staleForm") : (codes[code] ?? (unseen.join(" ") || problem.detail));
  return (
    <Notice tone={stale ? "warn" : "bad"} focus title={title ?? reason}>
      {title && reason}
    </Notice>
  );
}
