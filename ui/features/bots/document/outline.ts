/** A flow as an outline: its nodes under the entrances that lead to them, what they are called, and what is found. */
import { entryOf } from "../../../lib/entryOf";
import { codeWords } from "../../../lib/codes";
import { reachedFrom, slots, targets } from "./graph";
import { firstText, intentTitle } from "./wordings";
import type { FlowDocument, FlowNode, Texts } from "./types";

/** An entrance with the nodes that belong to it alone, in reading order. */
export interface Group {
  /** `start`, `anywhere`, or an intent's name after `intent:`. */
  key: string;
  intent?: string;
  nodes: string[];
}

/** The groups of a document: the start, each intent, and what several or none lead to. */
export function groups(document: FlowDocument): Group[] {
  const intents = Object.entries(document.intents ?? {}).filter(([, { goto }]) => Object.hasOwn(document.nodes, goto));
  const entrances = new Map<string, string>([[document.start, "start"]]);
  for (const [name, { goto }] of intents) if (!entrances.has(goto)) entrances.set(goto, `intent:${name}`);
  const last = document.fallback?.then;
  const owners = new Map<string, Set<string>>();
  const order = new Map<string, string[]>();
  for (const [entrance, key] of entrances) order.set(key, walk(document, entrance, entrances, last));
  for (const [key, names] of order)
    for (const name of names) owners.set(name, (owners.get(name) ?? new Set()).add(key));
  const isOwn = (name: string) => owners.get(name)?.size === 1;
  const ownGroups: Group[] = [...order].map(([key, names]) => ({
    key,
    ...(key.startsWith("intent:") && { intent: key.slice(7) }),
    nodes: names.filter(isOwn),
  }));
  const heads = last && Object.hasOwn(document.nodes, last) && !entrances.has(last) ? [last] : [];
  const rest = [...heads, ...[...order.values()].flat().filter((name) => !isOwn(name))];
  const anywhere = [...new Set([...rest, ...Object.keys(document.nodes).filter((name) => !owners.has(name))])];
  return [...ownGroups, { key: "anywhere", nodes: anywhere }];
}

/** What an entrance leads to, each node followed by what it leads to; other entrances have theirs. */
function walk(
  document: FlowDocument,
  entrance: string,
  entrances: ReadonlyMap<string, string>,
  last: string | undefined,
): string[] {
  const seen = new Set<string>();
  const ahead = [entrance];
  while (ahead.length > 0) {
    const name = ahead.pop()!;
    const node = entryOf(document.nodes, name);
    if (!node || seen.has(name) || (name !== entrance && (entrances.has(name) || name === last))) continue;
    seen.add(name);
    ahead.push(...targets(node).reverse());
  }
  return [...seen];
}

/** All nodes in the order the outline shows them. */
export const inOrder = (document: FlowDocument): string[] => groups(document).flatMap(({ nodes }) => nodes);

/** What a node is called: its id as words. */
export const nodeLabel = codeWords;

/** Every wording of a text in every language. */
const wordings = (texts: Texts | undefined): string[] => Object.values(texts ?? {}).flat();

/** Everything of a node one may search for. */
export function searched(name: string, node: FlowNode): string {
  return [
    name,
    nodeLabel(name),
    ...wordings(node.text),
    ...(node.options ?? []).flatMap(({ id, label }) => [id, ...wordings(label)]),
    ...(node.buttons ?? []).flatMap(({ label, url }) => [url, ...wordings(label)]),
    ...(node.branches ?? []).map((branch) => branch.if),
    ...wordings(node.retry?.text),
    ...wordings(node.skip?.label),
    ...Object.entries(node.set ?? {}).flat(),
    node.url,
    node.name,
    node.save,
    node.queue,
    node.entity,
  ]
    .filter(Boolean)
    .join("\n")
    .toLocaleLowerCase();
}

/** The nodes in which all words are found. */
export function find(document: FlowDocument, text: string): Set<string> {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return new Set(
    Object.entries(document.nodes)
      .filter(([name, node]) => {
        const whole = searched(name, node);
        return words.every((word) => whole.includes(word));
      })
      .map(([name]) => name),
  );
}

/** What a row of the outline below a node says: where one of its references leads. */
export const branchRows = (document: FlowDocument, name: string, following: string | undefined) => {
  const node = document.nodes[name]!;
  return slots(node).filter(({ kind, target, needed }) => {
    if (kind === "next" && ["choice", "jump"].includes(node.type)) return target !== undefined || needed;
    // The plain way on is seen from the order of the rows.
    if (kind === "next" && !["call", "handoff", "knowledge", "offer"].includes(node.type))
      return target === undefined || target !== following;
    return kind === "else" || kind === "then" || kind === "skip" || kind === "failed" || kind === "none"
      ? target !== undefined
      : true;
  });
};

/** The variables a document knows: declared, saved or set by some node, with their types. */
export function variables(document: FlowDocument): Map<string, string> {
  const known = new Map(Object.entries(document.variables ?? {}).map(([name, { type }]) => [name, type]));
  const add = (name: string | undefined, type: string) => name && !known.has(name) && known.set(name, type);
  for (const node of Object.values(document.nodes)) {
    add(node.save, savedType(node));
    if (node.type === "offer") for (const name of Object.values(node.fields ?? {})) add(name, "text");
    for (const holder of [node, ...(node.options ?? [])])
      for (const name of Object.keys(holder.set ?? {})) add(name, "text");
  }
  return known;
}

/** The type of what a node saves. */
function savedType(node: FlowNode): string {
  if (node.type === "call") return "object";
  if (node.type === "rate" || node.kind === "rating") return "number";
  if (node.type === "choice") return "text";
  return node.entity ?? (node.kind === "one_of" ? "text" : (node.kind ?? "text"));
}

/** The end of a name that says a date in words, "Tue 1 December": the variable itself is 2026-12-01. */
const IN_WORDS = ".long";

/** A variable as a text says it to people. */
export const asRead = (name: string, type: string) => (/^date(?:time)?$/.test(type) ? name + IN_WORDS : name);

/** The variable of a name in a text. */
export const plainName = (name: string) => (name.endsWith(IN_WORDS) ? name.slice(0, -IN_WORDS.length) : name);

export { firstText, intentTitle, reachedFrom };
