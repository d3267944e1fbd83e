/** Which language is beside the first one; on a phone, which one is in sight. */
import { Segments } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "./editor";
import { useLanguageName } from "./languageName";
import { textLanguages } from "./types";

/** The languages as links; the address keeps the choice. */
export function Besides() {
  const t = useText();
  const languageName = useLanguageName();
  const { here, query } = usePage<never, "id">() as never as {
    here: (changes: Record<string, string | undefined>) => string;
    query: { lang?: string };
  };
  const { document, language, beside } = useEditor();
  const languages = textLanguages(document);
  if (languages.length < 2) return null;
  return (
    <div
      className="fl-languages"
      data-second={(languages.includes(query.lang ?? "") && query.lang !== language) || undefined}
    >
      <span className="small quiet">{t("flow.besideLanguage", { language: languageName(language) })}</span>
      <Segments
        label={t("flow.languages")}
        items={languages.map((code) => ({
          to: here({ lang: code }),
          label: <span lang={code}>{languageName(code)}</span>,
          current: code === beside,
        }))}
      />
    </div>
  );
}
