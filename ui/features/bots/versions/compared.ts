/** Which two documents are compared: what the address says, else what is live with the working copy. */
import type { Bot } from "../catalog/api";
import { WORKING } from "./api";

/** No document: everything was added to it. */
export const NOTHING = "0";

/** The two, as the call takes them. */
export function comparedOf(
  bot: Pick<Bot, "live_version">,
  { from, to }: { from: string; to: string },
): { from: string; to: string } {
  const later = to || WORKING;
  const usual = later === WORKING ? String(bot.live_version ?? NOTHING) : String(Number(later) - 1);
  return { from: from && from !== WORKING ? from : usual, to: later };
}
