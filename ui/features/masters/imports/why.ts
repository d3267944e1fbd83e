/** Why a row does not fit, in the reader's language. */
import { useText } from "../../../lib/i18n";

/** A reason as the API tells it: in English, with a code and its parameters. */
interface Why {
  message: string;
  code: string;
  params: Readonly<Record<string, string>>;
}

/** Words a reason; one without a code, of former times, stays as it is. */
export function useWhy(): (why: Why) => string {
  const t = useText();
  return ({ code, params, message }) => (code ? t(`rows.${code}`, params) /* i18n: rows.* */ : message);
}
