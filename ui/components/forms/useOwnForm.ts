import { usePage } from "../../page";

type Values = Readonly<Record<string, string>>;
type Errors = Readonly<Record<string, string[]>>;

/** What a field is given: its name, what was typed or else is stored, and what is wrong with that. */
export const fieldOf =
  (values: Values, errors: Errors) => (name: string, stored?: string | number | null | undefined) => ({
    name,
    defaultValue: values[name] ?? String(stored ?? ""),
    error: errors[name],
  });

/** What a form is given: what was typed, errors by field, and what a field takes of both. */
export interface Own {
  values: Values;
  errors: Errors;
  field: ReturnType<typeof fieldOf>;
}

/**
 * What one of several forms of a page left behind: what was typed, errors of its fields, why else it was refused, or
 * what its other call answered.
 */
export function useOwnForm(call: string, also?: string) {
  const { form } = usePage();
  const own = form && [call, also].includes(form.problem.instance) ? form : null;
  const problem = own && own.problem.status >= 400 ? own.problem : null;
  const errors = problem?.errors ?? {};
  const values = own?.values ?? {};
  return {
    refused: problem !== null,
    values,
    field: fieldOf(values, errors),
    answer: problem ? undefined : own?.answer,
    errors,
    code: problem?.code ?? null,
    problem,
    /** Why it was refused, where that is said at no field. */
    failed: problem && Object.keys(errors).length === 0 ? (problem.detail ?? null) : null,
  };
}
