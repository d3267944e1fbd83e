/** Actions and things in words. */
import type { TextFunction } from "../../lib/messages";

/** The words of a key, or nothing where there are none. */
function textOf(key: string, t: TextFunction): string | null {
  const text = t(key);
  return text === key ? null : text;
}

/** An action in words; none for one this build does not know. */
// i18n: audit.a.*
export const actionText = (action: string, t: TextFunction): string | null => textOf(`audit.a.${action}`, t);

/** A kind of thing in words; one this build does not know is shown as it is written. */
// i18n: audit.t.*
export const subjectText = (subject: string, t: TextFunction): string => textOf(`audit.t.${subject}`, t) ?? subject;
