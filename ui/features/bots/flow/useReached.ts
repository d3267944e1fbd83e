/** How many conversations of the last seven days and today reached a node, for who may read figures. */
import { useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { useEditor } from "../document/editor";
import { workingApi } from "./api";

/** The number at a node, in short and in words; null where the reader sees none and where the bot said nothing. */
export function useReached() {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { bot } = useEditor();
  const { data } = workingApi.useNodeCountsQuery(bot, { skip: !can("read", "Dashboard") });
  return (name: string) => {
    const row = data?.items.find(({ node }) => node === name);
    if (!row) return null;
    const words = [
      t("nodes.reachedBy", { n: row.reached }),
      ...(row.left > 0 ? [t("nodes.leftAt", { n: row.left })] : []),
    ];
    return { short: f.number(row.reached), words: words.join(f.comma) };
  };
}
