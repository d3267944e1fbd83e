/** How long a conversation took, in words. */
import type { Formatter } from "../../../lib/format";
import type { TextFunction } from "../../../lib/messages";

/** A length; what is over within a second is not said to the millisecond. */
export const lengthText = (ms: number | null, t: TextFunction, f: Formatter): string =>
  ms !== null && ms < 1000 ? t("conversations.underSecond") : f.duration(ms);
