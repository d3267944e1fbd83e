/** Ready texts for a mail: the workspace's snippets, in the writer's language first, to the first recipient. */
import { useMemo } from "react";
import { useCan } from "../../../components";
import type { ReadyText } from "../../../components/fields/TextMenu";
import { languageName } from "../../../lib/languageName";
import { usePage } from "../../../page";
import { mailApi } from "./api";
import type { OfferedSnippets } from "./types";

/** What an address begins with that has a name before it. */
const FIRST = /^[^<,;@]*(?=<)/;
const NAMES = /\{\{\s*contact\.(name|first_name)\s*\}\}/g;

/** What names of the recipient stand for; others stay, for the writer to fill in. */
function addressed(text: string, to: string): string {
  const name = FIRST.exec(to)?.[0].replaceAll('"', "").trim();
  if (!name) return text;
  return text.replaceAll(NAMES, (_all, which) => (which === "name" ? name : name.split(/\s+/)[0]!));
}

/** One for each snippet and language. */
export function readyTexts(offered: OfferedSnippets | undefined, to: string, locale: string): ReadyText[] {
  const all = (offered?.snippets ?? []).flatMap(({ key, note, texts }) =>
    Object.entries(texts).map(([lang, text]) => ({
      id: `${key}.${lang}`,
      name: lang === locale ? key : `${key} (${languageName(lang, locale)})`,
      note,
      text: addressed(text, to),
      lang,
    })),
  );
  const own = ({ lang }: ReadyText) => (lang === locale ? 0 : 1);
  return all.sort((a, b) => own(a) - own(b));
}

/** Those of the workspace, for who may see them. */
export function useReady(to: string): ReadyText[] {
  const can = useCan();
  const { session } = usePage();
  const { data } = mailApi.useOfferedSnippetsQuery(undefined, { skip: !can("read", "Office") });
  return useMemo(() => readyTexts(data, to, session.locale), [data, to, session.locale]);
}
