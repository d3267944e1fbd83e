/** How many conversations of the last seven days and today reached a node, for who may read figures. */
import type { Shape } from "../../../api";
import { useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { botsApi } from "../catalog/api";
import { useEditor } from "../document/editor";

export const reachedApi = botsApi.injectEndpoints({
  endpoints: (build) => ({
    nodeCounts: build.query<Shape<"NodeCounts">, string>({
      query: (bot) => `/api/v1/bots/${encodeURIComponent(bot)}/nodes`,
    }),
  }),
});

/** The number at a node, in short and in words; null where the reader sees none and where the bot said nothing. */
export function useReached() {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { bot } = useEditor();
  const { data } = reachedApi.useNodeCountsQuery(bot, { skip: !can("read", "Dashboard") });
  return (name: string) => {
    const row = data?.items.find(({ node }) => node === name);
    if (!row) return null;
    const words = [
      t("flow.reachedBy", { n: row.reached }),
      ...(row.left > 0 ? [t("flow.leftAt", { n: row.left })] : []),
    ];
    return { short: f.number(row.reached), words: words.join(f.comma) };
  };
}
