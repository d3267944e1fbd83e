/** What can be done to what, and by which rule of a reader's role it is allowed. */
import abilities from "../../../api/abilities.json";
import type { Ability } from "../../../lib/session";

/** Everything abilities are about, in groups as a reader thinks of it. */
export const GROUPS = Object.entries(abilities.groups);
/** What can be done; to manage is to do all of it. */
export const ACTIONS = abilities.actions;

/** The rule that allows an action on a subject: the narrowest there is. */
export function ruleFor(ability: readonly Ability[], action: string, subject: string): Ability | undefined {
  const fits = ability.filter(
    (rule) =>
      (rule.action === action || rule.action === "manage") && (rule.subject === subject || rule.subject === "all"),
  );
  const width = (rule: Ability) => Number(rule.action === "manage") + 2 * Number(rule.subject === "all");
  return fits.toSorted((a, b) => width(a) - width(b))[0];
}

/** What may be done to a subject, what may not, and the rules that say so. */
export function judge(ability: readonly Ability[], subject: string) {
  const rules = ACTIONS.map((action) => ({ action, rule: ruleFor(ability, action, subject) }));
  const by = rules.flatMap(({ rule }) => (rule ? [rule] : []));
  return {
    may: rules.filter(({ rule }) => rule).map(({ action }) => action),
    not: rules.filter(({ rule }) => !rule).map(({ action }) => action),
    by: [...new Set(by)],
  };
}
