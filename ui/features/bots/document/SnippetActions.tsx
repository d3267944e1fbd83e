/** The workspace's snippets in the menu of what can be inserted into a text. */
import { MenuAction, MenuLine } from "../../../components/floats/ActionMenu";
import { entryOf } from "../../../lib/entryOf";
import { mailApi } from "../../office/email/api";

/** One for each snippet, with its text in the language that is written. */
export function SnippetActions({ language, insert }: { language: string; insert: (name: string) => void }) {
  const { data } = mailApi.useOfferedSnippetsQuery();
  if (!data?.snippets.length) return null;
  return (
    <>
      <MenuLine />
      {data.snippets.map(({ key, note, texts }) => {
        const lang = entryOf(texts, language) ? language : Object.keys(texts)[0];
        return (
          <MenuAction
            key={key}
            onClick={() => insert(`snippet.${key}`)}
            about={
              <span className="tm-said" lang={lang} dir="auto">
                {texts[lang!]}
              </span>
            }
          >
            <bdi>{key}</bdi>
            {note && <span className="quiet"> · {note}</span>}
          </MenuAction>
        );
      })}
    </>
  );
}
