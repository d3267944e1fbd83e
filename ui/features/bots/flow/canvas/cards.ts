/** What the card of a node shows, and how high that makes it: the layout needs to know before anything is drawn. */
import { isOpen, slots, type Slot } from "../../document/graph";
import { firstText } from "../../document/wordings";
import type { FlowDocument, FlowNode } from "../../document/types";

/** Measures of a card in pixels at a zoom of one; the style sheet has the same. */
export const CARD = { width: 216, head: 36, line: 18, textEnd: 8, row: 26 } as const;
/** About how many characters of a text are a line of a card. */
const LINE_LENGTH = 32;
/** References that are drawn only where they lead somewhere. */
const RARE: readonly Slot["kind"][] = ["then", "skip"];

/** An output of a node: a reference, and whether a conversation would end in the open there. */
export interface Output extends Slot {
  key: string;
  isOpen: boolean;
}

export interface Card {
  name: string;
  node: FlowNode;
  text: string;
  outputs: readonly Output[];
  /** It leads on from its foot, by one unnamed output; otherwise each has a row. */
  isPlain: boolean;
  height: number;
}

/** What a card says below its head: the node's text, or what else tells it from others. */
export function cardText(node: FlowNode, language: string): string {
  if (node.type === "call" && node.url) return `${node.method ?? "GET"} ${node.url}`;
  if (node.type === "set") return Object.keys(node.set ?? {}).join(", ");
  return firstText(node.text, language) || node.queue || (node.type === "goal" && node.name) || "";
}

/** The outputs of a node in the order of its form. */
export function outputs(document: FlowDocument, name: string, fromStart: ReadonlySet<string>): Output[] {
  return slots(document.nodes[name]!)
    .filter(({ kind, target, needed }) => {
      if (RARE.includes(kind)) return target !== undefined;
      return kind !== "next" || document.nodes[name]!.type !== "choice" || target !== undefined || needed;
    })
    .map((slot) => ({ ...slot, key: slot.path.join("/"), isOpen: isOpen(slot, document, fromStart, name) }));
}

/** The card of a node. */
export function card(document: FlowDocument, name: string, language: string, fromStart: ReadonlySet<string>): Card {
  const node = document.nodes[name]!;
  const text = cardText(node, language);
  const all = outputs(document, name, fromStart);
  const isPlain = all.length === 1 && ["next", "to"].includes(all[0]!.kind);
  const lines = text === "" ? 0 : text.length > LINE_LENGTH || text.includes("\n") ? 2 : 1;
  const rows = isPlain ? 0 : all.length;
  const height = CARD.head + (lines > 0 ? lines * CARD.line + CARD.textEnd : 0) + rows * CARD.row;
  return { name, node, text, outputs: all, isPlain, height };
}

/** How far below the top of its card an output with a row of its own is. */
export const outputTop = ({ height, outputs: all }: Pick<Card, "height" | "outputs">, at: number): number =>
  height - (all.length - at) * CARD.row + CARD.row / 2;
