/** What a channel makes of the bot's messages: buttons it cuts or turns into a list, texts it shortens. */
import type { Shape } from "../../api";
import type { Sandbox } from "./types";

type SandboxMessage = Shape<"TesterMessage">;

interface Limits {
  /** Buttons of a message, and what the person sees instead beyond them. */
  buttons: number;
  /** Characters of a button. */
  title: number;
  /** Rows of a list, where options are too many or too long for buttons; 0 where the channel has no lists. */
  rows: number;
  /** Characters of a row. */
  rowTitle: number;
  /** Characters of a message without options. */
  text: number;
  /** Characters of a message above its options. */
  body: number;
  /** Whether messages are measured in bytes of UTF-8. */
  inBytes?: true;
}

// The same as those of the adapters, which a test compares.
const LIMITS: Partial<Record<string, Limits>> = {
  whatsapp: { buttons: 3, title: 20, rows: 10, rowTitle: 24, text: 4096, body: 1024 },
  messenger: { buttons: 13, title: 20, rows: 0, rowTitle: 0, text: 2000, body: 2000 },
  instagram: { buttons: 13, title: 20, rows: 0, rowTitle: 0, text: 1000, body: 1000, inBytes: true },
  telegram: { buttons: 100, title: 64, rows: 0, rowTitle: 0, text: 4096, body: 4096 },
  sms: { buttons: 0, title: 0, rows: 0, rowTitle: 0, text: 1600, body: 1600 },
  slack: { buttons: 25, title: 75, rows: 0, rowTitle: 0, text: 3000, body: 3000 },
};

/** One thing a channel changes, in the turn it happens in; 0 is the opening. */
export interface Change {
  turn: number;
  kind: "cut" | "list" | "numbered" | "lines" | "long";
  values: Record<string, string | number>;
}

/** How a channel shows a message's options. */
export function shapeOf(channel: string, { options }: SandboxMessage): "buttons" | "list" | "lines" {
  const limits = LIMITS[channel];
  if (!limits) return "buttons";
  const { buttons, title, rows } = limits;
  const fit = options.length <= buttons && (rows === 0 || options.every(({ label }) => label.length <= title));
  return fit ? "buttons" : options.length <= rows ? "list" : "lines";
}

/** What the person reads on a button or in a row. */
export function titleOn(channel: string, label: string, message: SandboxMessage): string {
  const shape = shapeOf(channel, message);
  const most = shape === "lines" ? Infinity : LIMITS[channel]?.[shape === "list" ? "rowTitle" : "title"];
  return most && label.length > most ? `${label.slice(0, most - 1)}…` : label;
}

/** Everything the channel changes in a conversation, each once. */
export function changesOf(data: Sandbox): Change[] {
  const limits = LIMITS[data.channel];
  if (!limits) return [];
  const usage = [
    ...data.messages.map((message) => [0, message] as const),
    ...data.turns.flatMap((turn) => turn.messages.map((message) => [turn.number, message] as const)),
  ];
  const changes = usage.flatMap(([turn, message]) => changed(data.channel, turn, message, limits));
  const once = new Map(changes.map((change) => [change.kind + JSON.stringify(change.values), change]));
  return [...once.values()];
}

function changed(channel: string, turn: number, message: SandboxMessage, limits: Limits): Change[] {
  const { options, text } = message;
  const shape = shapeOf(channel, message);
  const most = shape === "list" ? limits.rowTitle : shape === "lines" ? Infinity : limits.title;
  const changes = options
    .filter(({ label }) => label.length > most)
    .map(({ label }): Change => ({ turn, kind: "cut", values: { label, n: label.length, most } }));
  if (shape === "list") changes.push({ turn, kind: "list", values: { n: options.length, most: limits.buttons } });
  if (shape === "lines") {
    const rows = limits.rows || limits.buttons;
    changes.push({ turn, kind: rows > 0 ? "numbered" : "lines", values: { n: options.length, most: rows } });
  }
  const longest = options.length > 0 ? limits.body : limits.text;
  const length = limits.inBytes ? new TextEncoder().encode(text).length : text.length;
  if (length > longest) changes.push({ turn, kind: "long", values: { n: length, most: longest } });
  return changes;
}
