/** What a channel makes of the bot's messages: buttons it cuts or turns into a list, texts it shortens. */
import type { Sandbox, SandboxMessage } from "./types";

interface Limits {
  /** Buttons of a message, and what the person sees instead beyond them. */
  buttons: number;
  /** Characters of a button. */
  title: number;
  /** Characters of a message. */
  text: number;
}

const LIMITS: Partial<Record<string, Limits>> = {
  whatsapp: { buttons: 3, title: 20, text: 1024 },
  messenger: { buttons: 13, title: 20, text: 2000 },
  telegram: { buttons: 100, title: 64, text: 4096 },
  slack: { buttons: 25, title: 75, text: 3000 },
};

/** One thing a channel changes, in the turn it happens in; 0 is the opening. */
export interface Change {
  turn: number;
  kind: "cut" | "list" | "long";
  values: Record<string, string | number>;
}

/** What the person reads on a button. */
export function titleOn(channel: string, label: string): string {
  const most = LIMITS[channel]?.title;
  return most && label.length > most ? `${label.slice(0, most - 1)}…` : label;
}

/** Whether a channel shows a message's options as a list of its own. */
export const isList = (channel: string, message: SandboxMessage): boolean =>
  message.options.length > (LIMITS[channel]?.buttons ?? Infinity);

/** Everything the channel changes in a conversation, each once. */
export function changesOf(data: Sandbox): Change[] {
  const limits = LIMITS[data.channel];
  if (!limits) return [];
  const said = [
    ...data.messages.map((message) => [0, message] as const),
    ...data.turns.flatMap((turn) => turn.messages.map((message) => [turn.number, message] as const)),
  ];
  const found = said.flatMap(([turn, message]) => changed(turn, message, limits));
  const once = new Map(found.map((change) => [change.kind + JSON.stringify(change.values), change]));
  return [...once.values()];
}

function changed(turn: number, message: SandboxMessage, { buttons, title, text }: Limits): Change[] {
  const cut = message.options
    .filter(({ label }) => label.length > title)
    .map(({ label }): Change => ({ turn, kind: "cut", values: { label, n: label.length, most: title } }));
  if (message.options.length > buttons)
    cut.push({ turn, kind: "list", values: { n: message.options.length, most: buttons } });
  if (message.text.length > text) cut.push({ turn, kind: "long", values: { n: message.text.length, most: text } });
  return cut;
}
