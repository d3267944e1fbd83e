/** How texts that are not kept any more are told of. */
import type { TextFunction } from "../../../lib/messages";

/** Why a text is gone: after some days by the client's policy, or with the client's end. */
export const erasedText = (days: number, t: TextFunction): string =>
  days > 0 ? t("conversations.erased", { n: days }) : t("conversations.erasedEnd");
