/** Which ways conversations took through the live version, where the canvas is to show that. */
import { useMemo } from "react";
import { useCan } from "../../../components";
import { usePage } from "../../../page";
import type { Slot } from "../document/graph";
import { useEditor } from "../document/editor";
import type { FlowNode } from "../document/types";
import { workingApi } from "./api";
import type { flowGrammar } from "./query";

/** How an output is called among counts: options by their ids, which stay when others come before them. */
export function trafficKey(node: FlowNode, { path }: Pick<Slot, "path">): string {
  const option = path[0] === "options" ? node.options?.[Number(path[1])] : undefined;
  return option ? `options/${option.id}` : path.join("/");
}

/** The counts, null where they are not shown or not there yet; a node or output that the version has not is unknown. */
export function useTraffic() {
  const can = useCan();
  const { bot } = useEditor();
  const { query } = usePage<typeof flowGrammar, "id">();
  const isShown = query.view === "canvas" && query.traffic && can("read", "Dashboard");
  const { data } = workingApi.useTrafficQuery(bot, { skip: !isShown });
  return useMemo(() => {
    if (!isShown || !data) return null;
    const nodes = new Map(data.items.map((item) => [item.node, item] as const));
    return {
      ...data,
      reached: (name: string) => nodes.get(name)?.reached,
      taken: (name: string, key: string) => nodes.get(name)?.outputs.find((output) => output.key === key)?.taken,
    };
  }, [isShown, data]);
}
