/** The editor of texts: one row for each, two languages side by side, and how far each language is. */
import { Card } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { textLanguages } from "../document/types";
import { Workbench } from "../document/Workbench";
import type { WorkingCopy } from "../flow/api";
import type { TextsLanguage } from "./api";
import { FileCard } from "./FileCard";
import { hasText, places } from "./places";
import type { textsGrammar } from "./query";
import { TextRows } from "./TextRows";

/** The editor of a bot's working copy, as far as it is about texts. */
export function TextsEditor({
  languages,
  ...props
}: {
  bot: Bot;
  copy: WorkingCopy;
  at: number | undefined;
  languages: readonly TextsLanguage[];
}) {
  const { query } = usePage<typeof textsGrammar, "id">();
  return (
    <Workbench
      {...props}
      lang={query.lang}
      of="Text"
      side={({ isSaved }) => (
        <>
          <ProgressCard languages={languages} />
          <FileCard isSaved={isSaved} />
        </>
      )}
    >
      <TextRows
        key={[query.only, query.q, query.lang, query.page].join("|")}
        stale={Object.fromEntries(languages.map(({ language, stale }) => [language, stale]))}
      />
    </Workbench>
  );
}

/** How many of the texts each language has, with links to those that are open. */
function ProgressCard({ languages }: { languages: readonly TextsLanguage[] }) {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const { here } = usePage<typeof textsGrammar, "id">();
  const { document } = useEditor();
  const needed = places(document).filter((place) => place.needed);
  return (
    <Card title={t("texts.languages")}>
      <ul className="btx-progress rows gap-12">
        {textLanguages(document).map((language) => {
          const done = needed.filter((place) => hasText(place.texts[language])).length;
          const stale = languages.find((row) => row.language === language)?.stale.length ?? 0;
          const to = (only: "missing" | "stale") => here({ lang: language, only, q: undefined, page: undefined });
          return (
            <li key={language}>
              <span lang={language}>{languageName(language)}</span>
              <meter value={done} max={Math.max(1, needed.length)} aria-label={languageName(language)} />
              <span className="num">{t("texts.doneOf", { n: f.number(done), of: f.number(needed.length) })}</span>
              {(done < needed.length || stale > 0) && (
                <span className="btx-open small">
                  {done < needed.length && (
                    <PageLink to={to("missing")}>{t("texts.nMissing", { n: needed.length - done })}</PageLink>
                  )}
                  {stale > 0 && <PageLink to={to("stale")}>{t("texts.nStale", { n: stale })}</PageLink>}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
