/** What is known of a conversation: windows of messages that are laid together. */
import type { TalkMessage, TalkWindow } from "./types";

/** Whether one id comes before another: they are numbers too long for numbers. */
export const before = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);

/** Messages in the order of speaking, each once. */
export function ordered(messages: readonly TalkMessage[]): TalkMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => (before(a.id, b.id) ? -1 : 1));
}

/** What was read before stays above what has just come, unless something between them is not known. */
export function joined(now: TalkWindow, fresh: TalkWindow): TalkWindow {
  const [first] = fresh.messages;
  const older = first ? now.messages.filter((message) => before(message.id, first.id)) : [];
  const touches = now.messages.some((message) => message.id === first?.id);
  return older.length > 0 && touches ? { ...fresh, messages: [...older, ...fresh.messages], older: now.older } : fresh;
}
