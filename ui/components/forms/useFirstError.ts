import { useEffect } from "react";
import type { Problem } from "../../lib/problem";

/** Lead to the first field that is marked when a form that a script sent comes back refused. */
export function useFirstError(problem: Problem | null | undefined): void {
  useEffect(() => {
    if (problem?.errors) document.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem]);
}
