/** The icon of each type of node. */
import type { IconName } from "../../../components";
import type { NodeType } from "../document/types";

export const NODE_ICONS: Readonly<Record<NodeType, IconName>> = {
  message: "message-circle",
  choice: "list",
  input: "text-cursor-input",
  condition: "git-branch",
  set: "hash",
  call: "zap",
  knowledge: "book-open",
  handoff: "headphones",
  goal: "target",
  jump: "corner-down-right",
  wait: "timer",
  split: "share-2",
  rate: "star",
  lead: "user-plus",
  offer: "tag",
  end: "circle",
};
