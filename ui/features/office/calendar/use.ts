/** The reader's words and formats, with the formatter's type. */
export { useFormat, useLocale, useText } from "../../../lib/i18n";
export type { Formatter } from "../../../lib/format";
