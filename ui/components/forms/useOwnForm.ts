import { usePage } from "../../page";

/** What one of several forms of a page left behind: what was typed, errors of its fields, why else it was refused. */
export function useOwnForm(call: string) {
  const { form } = usePage();
  const problem = form && form.problem.instance === call && form.problem.status >= 400 ? form.problem : null;
  const errors = problem?.errors ?? {};
  return {
    refused: problem !== null,
    values: problem ? (form?.values ?? {}) : {},
    errors,
    code: problem?.code ?? null,
    problem,
    /** Why it was refused, where that is said at no field. */
    failed: problem && Object.keys(errors).length === 0 ? (problem.detail ?? null) : null,
  };
}
