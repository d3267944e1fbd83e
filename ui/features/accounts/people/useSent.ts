/** The invitation that a form without script has just sent. */
import { usePage } from "../../../page";
import type { Invited } from "./types";

/** What a form of this page has just sent; nothing where it answered something else. */
export function useSent(): Invited | null {
  const { form } = usePage();
  const answer = form?.answer as Partial<Invited> | undefined;
  return answer?.link ? (answer as Invited) : null;
}
