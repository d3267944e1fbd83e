/** Actions, things and their fields in words. */
import { codeWords } from "../../lib/codes";
import type { TextFunction } from "../../lib/messages";

/** The words of a key, or nothing where there are none. */
function known(key: string, t: TextFunction): string | null {
  const text = t(key);
  return text === key ? null : text;
}

/** An action in words; none for one this build does not know. */
// i18n: audit.a.*
export const actionText = (action: string, t: TextFunction): string | null => known(`audit.a.${action}`, t);

/** A kind of thing in words; one this build does not know is shown as it is written. */
// i18n: audit.t.*
export const subjectText = (subject: string, t: TextFunction): string => known(`audit.t.${subject}`, t) ?? subject;

/** The names of fields in words, each once; one this build does not know is shown in its own words. */
// i18n: fields.*
export const fieldTexts = (names: readonly string[], t: TextFunction): string[] => [
  ...new Set(names.map((name) => known(`fields.${name}`, t) ?? codeWords(name))),
];
