/** A flow as the canvas draws it: cards, where they are, and what is said of them. */
import { entrances, reachable } from "../../document/graph";
import { inOrder } from "../../document/outline";
import type { FlowDocument, Issue } from "../../document/types";
import type { Places } from "./calls";
import { card, CARD, type Card } from "./cards";
import { arranged, type Box } from "./layering";

export interface Model {
  document: FlowDocument;
  /** All nodes in the order of the outline. */
  order: readonly string[];
  cards: readonly Card[];
  boxes: ReadonlyMap<string, Box>;
  /** Nodes some entrance leads to. */
  reached: ReadonlySet<string>;
  errors: ReadonlyMap<string, number>;
  warnings: ReadonlyMap<string, number>;
}

const countByNode = (issues: readonly Issue[], level: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const issue of issues)
    if (issue.level === level && issue.node !== null) counts.set(issue.node, (counts.get(issue.node) ?? 0) + 1);
  return counts;
};

/** The model of a document with nodes some of which were moved. */
export function modelOf(document: FlowDocument, places: Places, issues: readonly Issue[], language: string): Model {
  const order = inOrder(document);
  const fromStart = reachable(document, [document.start], false);
  const cards = order.map((name) => card(document, name, language, fromStart));
  const heights = new Map(cards.map(({ name, height }) => [name, height]));
  const height = (name: string) => heights.get(name)!;
  const own = arranged(document, height);
  const boxes = new Map(
    order.map((name) => {
      const [x, y] = (Object.hasOwn(places, name) && places[name]) || [own.get(name)!.x, own.get(name)!.y];
      return [name, { x, y, width: CARD.width, height: height(name) }];
    }),
  );
  return {
    document,
    order,
    cards,
    boxes,
    reached: reachable(document, entrances(document)),
    errors: countByNode(issues, "error"),
    warnings: countByNode(issues, "warning"),
  };
}
