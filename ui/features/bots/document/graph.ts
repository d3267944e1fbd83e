/** A flow as a graph: which node leads where, and by which of its fields. */
import { entryOf } from "../../../lib/entryOf";
import type { FlowDocument, FlowNode, Issue, Path } from "./types";

/** A reference of a node to another one, set or not. */
export interface Slot {
  /** Where it is in its node. */
  path: Path;
  target: string | undefined;
  /** What it is called: the field's name, or the kind of row it is in. */
  kind: "next" | "option" | "branch" | "variant" | "else" | "failed" | "none" | "closed" | "to" | "then" | "skip";
  /** A conversation ends in the open where it is not set. */
  needed: boolean;
}

const rows = (kind: "option" | "branch" | "variant", list: readonly { next?: string }[], name: string): Slot[] =>
  list.map(({ next }, at) => ({ path: [name, at, "next"], target: next, kind, needed: true }));

/** Every reference a node may have, in the order they are read; what its type has not is left out. */
export function slots(node: FlowNode): Slot[] {
  const field = (kind: Slot["kind"], needed = false): Slot => ({
    path: [kind],
    target: node[kind as "next"],
    kind,
    needed,
  });
  switch (node.type) {
    case "choice": {
      const options = rows("option", node.options ?? [], "options");
      const rest = field("next", options.length === 0);
      // An option without a place of its own goes where the node goes.
      if (rest.target) return [...options.map((slot) => ({ ...slot, needed: false })), rest];
      return [...options, rest];
    }
    case "condition":
      return [...rows("branch", node.branches ?? [], "branches"), field("else")];
    case "split":
      return rows("variant", node.variants ?? [], "variants");
    case "call":
    case "lead":
      return [field("next", true), field("failed")];
    case "knowledge":
    case "offer":
      return [field("next", true), field("none")];
    case "handoff":
      return node.call_back ? [field("next", true)] : [field("next", true), field("closed")];
    case "jump":
      return node.back ? [field("to", true), field("next", true)] : [field("to", true)];
    case "end":
      return [];
    case "input":
      return [
        field("next", true),
        ...(node.skip
          ? [{ path: ["skip", "next"], target: node.skip.next, kind: "skip", needed: false } as const]
          : []),
        { path: ["retry", "then"], target: node.retry?.then, kind: "then", needed: false },
      ];
    default:
      return [field("next", true)];
  }
}

/** Where a node may lead on. */
export const targets = (node: FlowNode): string[] =>
  slots(node).flatMap(({ target }) => (target === undefined ? [] : [target]));

/** The nodes one can get to; what comes back, a subroutine, can be left out. */
export function reachable(document: FlowDocument, starts: readonly string[], throughBack = true): Set<string> {
  const seen = new Set<string>();
  const ahead = [...starts];
  while (ahead.length > 0) {
    const name = ahead.pop()!;
    const node = entryOf(document.nodes, name);
    if (!node || seen.has(name)) continue;
    seen.add(name);
    for (const { target, kind } of slots(node))
      if (target && (throughBack || !node.back || kind !== "to")) ahead.push(target);
  }
  return seen;
}

/** Whether a reference is missing where a conversation would end in the open. */
export function isOpen(slot: Slot, document: FlowDocument, fromStart: ReadonlySet<string>, name: string): boolean {
  if (slot.target !== undefined) return !Object.hasOwn(document.nodes, slot.target);
  // Where only intents lead, a path that ends goes back to the open question; a jump always leads somewhere.
  return slot.needed && (slot.kind === "to" || fromStart.has(name));
}

/** What is open in a document, by node: the paths of its references. */
export function openEnds(document: FlowDocument): Map<string, Set<string>> {
  const fromStart = reachable(document, [document.start], false);
  const openPaths = new Map<string, Set<string>>();
  for (const [name, node] of Object.entries(document.nodes)) {
    const open = slots(node).filter((slot) => isOpen(slot, document, fromStart, name));
    if (open.length > 0) openPaths.set(name, new Set(open.map(({ path }) => path.join("/"))));
  }
  return openPaths;
}

/** Everything a conversation can begin with. */
export const entrances = (document: FlowDocument): string[] => [
  document.start,
  ...Object.values(document.intents ?? {}).map(({ goto }) => goto),
  ...(document.fallback?.then ? [document.fallback.then] : []),
];

/** Issues of an earlier document as they are now: of nodes that are there, and with the ends that are open by now. */
export function currentIssues(issues: readonly Issue[], document: FlowDocument): Issue[] {
  const reached = reachable(document, entrances(document));
  const fromStart = reachable(document, [document.start], false);
  const open = Object.entries(document.nodes).flatMap(([node, content]) =>
    slots(content)
      .filter((slot) => isOpen(slot, document, fromStart, node))
      .map(({ path, target }): Issue => {
        const code = target === undefined ? "dead_end" : "missing_node";
        return { level: "error", code, node, path: ["nodes", node, ...path].join("/"), message: "" };
      }),
  );
  const others = issues.filter(({ node, code }) => {
    if (node === null) return true;
    const isKnown = ["dead_end", "missing_node"].includes(code) || (code === "unreachable_node" && reached.has(node));
    return Object.hasOwn(document.nodes, node) && !isKnown;
  });
  return [...open, ...others];
}

/** Something that leads to a node: another node by one of its references, an intent, the start or the fallback. */
export type Source =
  | { kind: "node"; name: string; slot: Slot }
  | { kind: "intent"; name: string }
  | { kind: "start" }
  | { kind: "fallback" };

/** What leads to a node. */
export function reachedFrom(document: FlowDocument, name: string): Source[] {
  const sources: Source[] = document.start === name ? [{ kind: "start" }] : [];
  for (const [intent, { goto }] of Object.entries(document.intents ?? {}))
    if (goto === name) sources.push({ kind: "intent", name: intent });
  if (document.fallback?.then === name) sources.push({ kind: "fallback" });
  for (const [other, node] of Object.entries(document.nodes))
    for (const slot of slots(node)) if (slot.target === name) sources.push({ kind: "node", name: other, slot });
  return sources;
}
