import type { ReactNode } from "react";
import { usePage } from "../../page";
import { Notice } from "../states";

/** Why a form of the page was refused, for pages whose forms do not say so; nothing where another part says it. */
export function PageRefusal({ title, unless = false }: { title?: ReactNode; unless?: boolean }) {
  const { form } = usePage();
  if (!form || form.problem.status < 400 || unless) return null;
  const { errors = {}, detail, title: kind } = form.problem;
  const reason = Object.values(errors).flat().join(" ") || detail || kind;
  return (
    <Notice tone="bad" focus title={title ?? reason}>
      {title && reason}
    </Notice>
  );
}
