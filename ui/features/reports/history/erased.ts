/** What is said of texts that are not kept any more. */
import type { TextFunction } from "../../../lib/messages";

/** Why a text is gone: after some days by the client's policy, with the client's end, or with the contact. */
export const erasedText = (days: number, t: TextFunction): string =>
  days > 0
    ? t("conversations.erased", { n: days })
    : t(days < 0 ? "conversations.erasedForgotten" : "conversations.erasedEnd");
