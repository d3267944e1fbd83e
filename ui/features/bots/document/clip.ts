/** Nodes on their way from one place to another, within a bot or between two. */
import { entryOf } from "../../../lib/entryOf";
import { isNodeName, partLed, put, unused, type Place } from "./edit";
import { variables } from "./outline";
import type { FlowDocument, FlowNode } from "./types";

/** What the clipboard holds of a flow: nodes, and what they need of the document around. */
export interface Clip {
  format: "parley-nodes/1";
  nodes: Record<string, FlowNode>;
  variables?: FlowDocument["variables"];
  entities?: FlowDocument["entities"];
}

/** Copy nodes with the variables and entities they use. */
export function copyNodes(document: FlowDocument, names: readonly string[]): Clip {
  const nodes = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(document.nodes, name) ? [[name, document.nodes[name]!]] : [])),
  );
  const text = JSON.stringify(nodes);
  const used = [...variables(document)].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
  const declared = Object.fromEntries(
    used.flatMap(([name]) => {
      const variable = entryOf(document.variables, name);
      return variable ? [[name, variable]] : [];
    }),
  );
  const entities = Object.fromEntries(
    Object.values(nodes).flatMap(({ entity = "" }) => {
      const values = entryOf(document.entities, entity);
      return values ? [[entity, values]] : [];
    }),
  );
  return {
    format: "parley-nodes/1",
    nodes,
    ...(Object.keys(declared).length > 0 && { variables: declared }),
    ...(Object.keys(entities).length > 0 && { entities }),
  };
}

/** Read what was copied, from this bot or another; null where it is something else. */
export function readClip(text: string): Clip | null {
  try {
    const clip = JSON.parse(text) as Clip;
    const isClip = clip?.format === "parley-nodes/1" && typeof clip.nodes === "object" && clip.nodes !== null;
    const sound = isClip && Object.entries(clip.nodes).every(([name, { type }]) => isNodeName(name) && !!type);
    return sound && Object.keys(clip.nodes).length > 0 ? clip : null;
  } catch {
    return null;
  }
}

/** Add what was copied: under new names where theirs are taken; what leads to nobody here leads nowhere. */
export function pasteNodes(
  document: FlowDocument,
  clip: Clip,
  place: Place | null,
): { document: FlowDocument; name: string } {
  const names = new Map<string, string>();
  let taken: Readonly<Record<string, unknown>> = document.nodes;
  for (const name of Object.keys(clip.nodes)) {
    const free = unused(name, taken);
    names.set(name, free);
    taken = { ...taken, [free]: true };
  }
  const follow = (target: string) => names.get(target) ?? (Object.hasOwn(document.nodes, target) ? target : undefined);
  const added = Object.fromEntries(
    Object.entries(clip.nodes).map(([name, node]) => {
      const own = partLed(node, follow);
      return [names.get(name)!, own.type === "jump" && !follow(node.to ?? "") ? { ...own, to: document.start } : own];
    }),
  );
  const first = names.values().next().value!;
  const variablesHere = variables(document);
  const news = Object.entries(clip.variables ?? {}).filter(([name]) => !variablesHere.has(name));
  const pasted: FlowDocument = {
    ...document,
    nodes: { ...document.nodes, ...added },
    ...(news.length > 0 && { variables: { ...document.variables, ...Object.fromEntries(news) } }),
    ...(clip.entities && { entities: { ...clip.entities, ...document.entities } }),
  };
  return { document: place ? put(pasted, first, place) : pasted, name: first };
}
