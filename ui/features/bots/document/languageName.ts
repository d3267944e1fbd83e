/** Names of languages. */
import { useText } from "../../../lib/i18n";
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
