/** Languages that issues name. */
import { useFormat } from "../../../lib/i18n";
import { languageName } from "../../../lib/languageName";
import { usePage } from "../../../page";

/** The languages that an issue names by their codes, in the reader's words. */
export function useLanguagesOf(): (message: string) => string {
  const { session } = usePage();
  const f = useFormat();
  return (message) => {
    const codes = / in ([^“”]+)\.$/.exec(message)?.[1]?.split(", ") ?? [];
    return f.list(codes.map((code) => languageName(code, session.locale)));
  };
}
