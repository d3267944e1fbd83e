/** Names of languages. */
import { useFormat, useText } from "../../../lib/i18n";
import { languageName } from "../../../lib/languageName";
import { usePage } from "../../../page";

/** Names of languages: each in its own letters, as far as the browser knows them. */
export function useLanguageName(): (code: string) => string {
  const { session } = usePage();
  const t = useText();
  return (code) => {
    if (code === "hi-Latn") return t("flow.hinglish");
    try {
      const name = new Intl.DisplayNames([code, session.locale], { type: "language" }).of(code) ?? code;
      return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
    } catch {
      return code;
    }
  };
}

/** The languages that an issue names by their codes, in the reader's words. */
export function useLanguagesOf(): (message: string) => string {
  const { session } = usePage();
  const f = useFormat();
  return (message) => {
    const codes = / in ([^“”]+)\.$/.exec(message)?.[1]?.split(", ") ?? [];
    return f.list(codes.map((code) => languageName(code, session.locale)));
  };
}
