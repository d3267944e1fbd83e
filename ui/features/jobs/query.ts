/** The query grammar of the jobs pages. */
import { grammar, oneOf, place } from "../../page";

/** What a job can be, in the order it goes through. */
export const STATES = ["ready", "running", "failed", "done", "cancelled"] as const;

/** Whose work is listed: what people began, what the server does by itself, or both. */
export const WORK = ["people", "upkeep", "all"] as const;

/** Without a choice people's own work comes first; in one state, as with what failed, everything does. */
export const workOf = ({ work, state }: { work: string; state: string }) => work || (state ? "all" : "people");

export const jobsGrammar = grammar({
  state: oneOf(STATES),
  work: oneOf(WORK),
  page: place(),
});
