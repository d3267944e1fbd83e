import { useAnswered } from "./refused";

type Values = Readonly<Record<string, string>>;
type Errors = Readonly<Record<string, string[]>>;

/** What a form is given: what was typed, and errors by field; its controls take of both what is theirs. */
export interface FormState {
  values: Values;
  errors: Errors;
  /** The code of its refusal. */
  code: string | null;
}

/**
 * What one of several forms of a page left behind: what was typed, errors of its fields, why else it was refused, or
 * what its other call answered.
 */
export function useOwnForm(call: string, also?: string) {
  const own = useAnswered(also ? [call, also] : [call]);
  const problem = own && own.problem.status >= 400 ? own.problem : null;
  const errors = problem?.errors ?? {};
  const values = own?.values ?? {};
  return {
    refused: problem !== null,
    values,
    answer: problem ? undefined : own?.answer,
    errors,
    code: problem?.code ?? null,
    problem,
    /** Why it was refused, where that is said at no field. */
    failed: problem && Object.keys(errors).length === 0 ? (problem.detail ?? null) : null,
  };
}
