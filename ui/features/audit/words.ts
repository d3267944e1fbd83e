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

/** A detail in words: the states a thing went through, how a person signed in; others are shown as they are written. */
export function detailText(action: string, detail: string, t: TextFunction): string {
  if (action === "session:create") return textOf(`audit.by.${detail.replace(/\W/g, "_")}`, t) ?? detail; // i18n: audit.by.*
  // i18n: audit.state.*
  return detail.replace(/^(\w+) → (\w+)(?=$|:)/, (whole, from: string, to: string) => {
    const words = [from, to].map((state) => textOf(`audit.state.${state}`, t));
    return words.includes(null) ? whole : t("audit.became", { from: words[0]!, to: words[1]! });
  });
}
