/** The form of a page that was refused, or that only asked: what was typed into it, and what is wrong with it. */
import { createContext, useContext } from "react";
import { isAnswerOf, type Problem } from "../../lib/problem";
import { SiteContext } from "../../page/context";

interface Typed {
  /** None where a script sent it: its controls hold what was typed. */
  values?: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string[]>>;
  /** Why it was refused; null where it only asked. */
  problem: Problem | null;
}

/** Carries what was typed to the controls of a form; null where nothing was sent, undefined outside any form. */
export const TypedContext = createContext<Typed | null | undefined>(undefined);

/** The form that one of some calls answered, or any form of the page where none is named. */
export function useAnswered(calls?: readonly string[]) {
  const form = useContext(SiteContext)?.currentPage.form;
  return form && (!calls || isAnswerOf(calls, form.problem)) ? form : null;
}

/**
 * What was typed into the form of one of some calls, if that is the one that was refused, or that only asked: of
 * several forms of one call the one with the same fragment in its page, where that is known.
 */
export function useRefused(calls: readonly string[], page?: string): Typed | null {
  const form = useAnswered(calls);
  const isMine = form && (page === undefined || form.part === undefined || form.part === (page.split("#")[1] ?? ""));
  const problem = isMine && form.problem.status >= 400 ? form.problem : null;
  return isMine ? { values: form.values, errors: problem?.errors ?? {}, problem } : null;
}
