/** What the launcher says before the panel is there, and how a language is chosen. */
import type { Texts, Theme } from "./types";

const en = {
  open: "Open chat",
  close: "Close chat",
  unread: "Open chat, unread messages: {n}",
  dismiss: "Hide this message",
  failed: "The chat didn’t load. Check your connection and try again.",
};
const hi: typeof en = {
  open: "चैट खोलें",
  close: "चैट बंद करें",
  unread: "चैट खोलें, अपठित संदेश: {n}",
  dismiss: "यह संदेश छिपाएँ",
  failed: "चैट लोड नहीं हुई। इंटरनेट जाँचकर फिर कोशिश करें।",
};
const ar: typeof en = {
  open: "فتح المحادثة",
  close: "إغلاق المحادثة",
  unread: "فتح المحادثة، رسائل غير مقروءة: {n}",
  dismiss: "إخفاء هذه الرسالة",
  failed: "تعذّر تحميل المحادثة. تحقّق من الاتصال وحاول مرة أخرى.",
};

/** A catalogue by language; English where there is none. */
export const inLanguage = <T>(catalogue: Record<string, T>, language: string): T =>
  catalogue[language.split("-", 1)[0]!.toLowerCase()] ?? catalogue.en!;

/** The launcher's words in a language. */
export const launcherWords = (language: string) => inLanguage({ en, hi, ar }, language);

/** A bot's text in a language, else in the bot's own. */
export const textOf = (texts: Texts | null | undefined, theme: Theme, language: string): string =>
  texts?.[language] ?? texts?.[theme.language] ?? "";

/** Which way the widget's own words run: those of other languages are English. */
export const direction = (language: string) => (/^ar\b/i.test(language) ? "rtl" : "ltr");

/** The first of the wished languages that the bot speaks, else its own. */
export function chooseLanguage(theme: Theme, wished: readonly (string | null | undefined)[]): string {
  for (const wish of wished) {
    if (!wish) continue;
    const [whole, base] = [wish.toLowerCase(), wish.split("-", 1)[0]!.toLowerCase()];
    const language =
      theme.languages.find((language) => language.toLowerCase() === whole) ??
      theme.languages.find((language) => language.toLowerCase() === base);
    if (language) return language;
  }
  return theme.language;
}
