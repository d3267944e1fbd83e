/** What a report is narrowed to, as the API says it in the reader's language. */
import type { Shape } from "../../../api";

/** Each filter as a text; names keep their own direction. */
export const conditionTexts = (conditions: readonly Shape<"WordedFilter">[]): string[] =>
  conditions.map(({ label, value }) => `${label}: \u2068${value}\u2069`);
