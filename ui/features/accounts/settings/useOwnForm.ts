import { usePage } from "../../../page";
import type { securityGrammar } from "./query";

/** What one of several forms of the page left behind: errors of its own fields, and why it was refused otherwise. */
export function useOwnForm(call: string) {
  const { form, here } = usePage<typeof securityGrammar>();
  const problem = form?.problem.instance === call && form.problem.status >= 400 ? form.problem : null;
  const errors = problem?.errors ?? {};
  return {
    /** What was typed into this form, when it was refused. */
    values: problem ? (form?.values ?? {}) : {},
    form: { call, page: here({}) },
    error: (field: string) => errors[field],
    code: problem?.code ?? null,
    failed: problem && Object.keys(errors).length === 0 ? (problem.detail ?? null) : null,
  };
}
