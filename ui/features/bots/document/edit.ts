/** Changes of a flow document; each returns a new document and leaves the old one as it was. */
import { entryOf } from "../../../lib/entryOf";
import { slots } from "./graph";
import { inOrder } from "./outline";
import type { FlowDocument, FlowNode, Intent, NodeType, Path } from "./types";

type Tree = Readonly<Record<string, unknown>> | readonly unknown[];

const stepIn = (tree: Tree, step: string | number): unknown => entryOf(tree as Record<string, unknown>, String(step));

/** What is at a path. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = stepIn(value as Tree, step);
  }
  return value;
}

/** Put a value at a path; `undefined` takes it out. What is besides stays the same object. */
export function setAt<T>(data: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  const tree = (data ?? (typeof step === "number" ? [] : {})) as Tree;
  const inner = rest.length > 0 ? setAt(stepIn(tree, step), rest, value) : value;
  if (Array.isArray(tree)) {
    const list = [...(tree as unknown[])];
    if (inner === undefined) list.splice(step as number, 1);
    else list[step as number] = inner;
    return list as T;
  }
  const { [step as string]: before, ...others } = tree as Record<string, unknown>;
  if (inner === undefined) return (before === undefined ? data : others) as T;
  return (Object.hasOwn(tree, step) ? { ...tree, [step]: inner } : { ...others, [step]: inner }) as T;
}

/** Move a row of a list. */
export function moveRow<T>(data: T, path: Path, from: number, to: number): T {
  const list = [...((valueAt(data, path) as unknown[] | undefined) ?? [])];
  if (from === to || to < 0 || to >= list.length || from < 0 || from >= list.length) return data;
  list.splice(to, 0, list.splice(from, 1)[0]);
  return setAt(data, path, list);
}

/** A name nobody has yet. */
export function unused(name: string, taken: Readonly<Record<string, unknown>>): string {
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${name}_${number}`;
  return free;
}

/** A new node of a type. */
export function blank(type: NodeType, name: string, document: FlowDocument): FlowNode {
  const own: Partial<Record<NodeType, Omit<FlowNode, "type">>> = {
    choice: { options: [] },
    input: { kind: "text" },
    condition: { branches: [{ if: "" }] },
    set: { set: {} },
    call: { method: "GET", url: "" },
    goal: { name },
    jump: { to: document.start },
    wait: { seconds: 5 },
    split: { variants: [{ weight: 1 }, { weight: 1 }] },
    rate: { scale: 5 },
  };
  return { type, ...own[type] };
}

/** Whether a node goes on to one other node alone. */
export const isPlain = (node: FlowNode): boolean =>
  !["choice", "condition", "split", "end", "jump"].includes(node.type);

/** Where a new or moved node comes to stand: behind a reference of another one, or nowhere in particular. */
export interface Place {
  after: string;
  path: Path;
}

/** The reference behind which a node is put where only the other one is known: its plain way on, or an open one. */
export function placeAfter(document: FlowDocument, name: string): Place | null {
  const node = entryOf(document.nodes, name);
  if (!node) return null;
  const all = slots(node).filter(({ kind }) => kind !== "to");
  const slot = all.find(({ kind }) => kind === "next") ?? all.find(({ target }) => target === undefined) ?? all[0];
  return slot ? { after: name, path: slot.path } : null;
}

/** Aim a place's reference at a node, which then leads where the place led. */
export function put(document: FlowDocument, name: string, place: Place): FlowDocument {
  const at: Path = ["nodes", place.after, ...place.path];
  const ahead = valueAt(document, at) as string | undefined;
  const aimed = setAt(document, at, name);
  return ahead && ahead !== name && isPlain(document.nodes[name]!)
    ? setAt(aimed, ["nodes", name, "next"], ahead)
    : aimed;
}

/** Add a node; its name is made of its type. */
export function addNode(
  document: FlowDocument,
  type: NodeType,
  place: Place | null = null,
  name = unused(type, document.nodes),
): { document: FlowDocument; name: string } {
  const added = setAt(document, ["nodes", name], blank(type, name, document));
  return { document: place ? put(added, name, place) : added, name };
}

const LEADING = ["next", "else", "failed", "none", "closed", "to", "then"];
const PARTS = ["options", "branches", "variants", "retry", "skip"];

/** A part of a node with its references led elsewhere; what needs one keeps it where it would lead nowhere. */
export function partLed<T extends object>(part: T, to: (target: string) => string | undefined): T {
  let changed: T = part;
  const set = (key: string, value: unknown) => {
    if (changed === part) changed = { ...part };
    if (value === undefined) delete (changed as Record<string, unknown>)[key];
    else (changed as Record<string, unknown>)[key] = value;
  };
  for (const [key, value] of Object.entries(part)) {
    if (LEADING.includes(key) && typeof value === "string") {
      const target = to(value);
      if (target !== value && (target !== undefined || key !== "to")) set(key, target);
    } else if (PARTS.includes(key) && Array.isArray(value)) {
      const rows = value.map((row: object) => partLed(row, to));
      if (rows.some((row, at) => row !== value[at])) set(key, rows);
    } else if (PARTS.includes(key) && typeof value === "object" && value !== null) {
      const inner = partLed(value as object, to);
      if (inner !== value) set(key, inner);
    }
  }
  return changed;
}

const mapped = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Readonly<Record<string, T>> => {
  const entries = Object.entries(record).map(([key, value]) => [key, change(value)] as const);
  return entries.some(([key, value]) => record[key] !== value) ? Object.fromEntries(entries) : record;
};

/** The document with every reference led elsewhere. */
function led(document: FlowDocument, to: (target: string) => string | undefined): FlowDocument {
  const intent = (entrance: Intent) => {
    const goto = to(entrance.goto) ?? entrance.goto;
    return goto === entrance.goto ? entrance : { ...entrance, goto };
  };
  return {
    ...document,
    start: to(document.start) ?? document.start,
    nodes: mapped(document.nodes, (node) => partLed(node, to)),
    ...(document.intents && { intents: mapped(document.intents, intent) }),
    ...(document.fallback && { fallback: partLed(document.fallback, to) }),
  };
}

/** Delete a node: what led to it leads to its successor, or nowhere where it had none. */
export function deleteNode(document: FlowDocument, name: string): FlowDocument {
  const node = entryOf(document.nodes, name);
  if (!node || Object.keys(document.nodes).length === 1) return document;
  const ahead = isPlain(node) && node.next !== name ? node.next : undefined;
  const { [name]: _, ...nodes } = document.nodes;
  return led({ ...document, nodes }, (target) => (target === name ? ahead : target));
}

/** Whether a text can be the name of a node. */
export const isNodeName = (name: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/.test(name);

/** Give a node another name; every reference follows. */
export function renameNode(document: FlowDocument, name: string, to: string): FlowDocument {
  if (name === to || !isNodeName(to) || Object.hasOwn(document.nodes, to) || !Object.hasOwn(document.nodes, name))
    return document;
  const nodes = Object.fromEntries(
    Object.entries(document.nodes).map(([key, node]) => [key === name ? to : key, node]),
  );
  return led({ ...document, nodes }, (target) => (target === name ? to : target));
}

/** Rename a key of a map of the document, in its place. */
export function renameKey(document: FlowDocument, map: "intents" | "entities", name: string, to: string): FlowDocument {
  const held: Readonly<Record<string, unknown>> = document[map] ?? {};
  if (!to || name === to || Object.hasOwn(held, to) || !Object.hasOwn(held, name)) return document;
  const renamed = Object.fromEntries(Object.entries(held).map(([key, value]) => [key === name ? to : key, value]));
  const changed = { ...document, [map]: renamed } as FlowDocument;
  if (map === "intents") return changed;
  return {
    ...changed,
    nodes: mapped(changed.nodes, (node) => (node.entity === name ? { ...node, entity: to } : node)),
  };
}

/** Delete an entity; questions for it take any text. */
export function deleteEntity(document: FlowDocument, name: string): FlowDocument {
  const { [name]: _, ...entities } = document.entities ?? {};
  const without = ({ entity: _entity, ...node }: FlowNode): FlowNode =>
    node.kind === "one_of" ? { ...node, kind: "text" } : node;
  return {
    ...document,
    entities,
    nodes: mapped(document.nodes, (node) => (node.entity === name ? without(node) : node)),
  };
}

/** Take a node out of its place, so that what led to it leads on, and put it behind another reference. */
export function moveNode(document: FlowDocument, name: string, place: Place): FlowDocument {
  const node = entryOf(document.nodes, name);
  if (!node || !isPlain(node) || place.after === name || !Object.hasOwn(document.nodes, place.after)) return document;
  if (valueAt(document, ["nodes", place.after, ...place.path]) === name) return document;
  const ahead = node.next !== name ? node.next : undefined;
  const out = led(document, (target) => (target === name ? ahead : target));
  const loose = setAt(out, ["nodes", name, "next"], undefined);
  return put(loose, name, place);
}

/** Move a node one step along the plain way it is in, the start and intents with it. */
export function stepNode(document: FlowDocument, name: string, by: -1 | 1): FlowDocument {
  const node = entryOf(document.nodes, name);
  if (!node || !isPlain(node)) return document;
  if (by === 1) {
    const other = node.next;
    const follower = other !== undefined && entryOf(document.nodes, other);
    return follower && isPlain(follower) ? swapped(document, name, other!) : document;
  }
  const before = Object.entries(document.nodes).filter(([, other]) => other.next === name && isPlain(other));
  return before.length === 1 ? swapped(document, before[0]![0], name) : document;
}

/** Two plain nodes of which the first leads to the second, the other way round. */
function swapped(document: FlowDocument, first: string, second: string): FlowDocument {
  if (first === second) return document;
  const ahead = document.nodes[second]!.next;
  const turned = led(document, (target) => (target === first ? second : target));
  const aimed = setAt(turned, ["nodes", first, "next"], ahead === first ? undefined : ahead);
  return setAt(aimed, ["nodes", second, "next"], first);
}

/** The node that is looked at once one is deleted: the one before it in the outline, or after it. */
export function neighbour(document: FlowDocument, name: string): string | undefined {
  const all = inOrder(document);
  const at = all.indexOf(name);
  return all[at - 1] ?? all[at + 1];
}
