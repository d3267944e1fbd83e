import { useState } from "react";
import { usePage } from "../page";

/**
 * Whether a form that is sent to a call is shown: while a person may change the thing, and on where they began before
 * another person deleted it or took the right away. What is typed stays, and saving says why it is refused.
 */
export function useBegun(call: string | null, may: boolean): boolean {
  const { form } = usePage();
  const [begun, setBegun] = useState<string | null>(null);
  const now = may || begun === call || form?.problem.instance === call ? call : null;
  if (now !== begun) setBegun(now);
  return now !== null;
}
