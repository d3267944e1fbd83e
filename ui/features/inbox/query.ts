/** The query grammar of the inbox: which hand-offs are listed, and which ready text the answer begins with. */
import { grammar, oneOf, place, text } from "../../page";

/** The lists: what is open, who is to be called, what people have closed, what nobody came for in time. */
export const LISTS = ["open", "call_back", "closed", "missed"] as const;

export const inboxGrammar = grammar({
  state: oneOf(LISTS, "open"),
  page: place(),
  queue: text({ max: 60 }),
  outlet: text({ max: 20 }),
  reply: text({ max: 40 }),
  /** A note for colleagues is written in place of the answer. */
  write: oneOf(["note"]),
});

/** What of a list's address goes along to the conversations in it, and back. */
export const listParameters = ({ state, queue, outlet }: { state: string; queue: string; outlet: string }) => ({
  state: state === "open" ? undefined : state,
  queue: queue || undefined,
  outlet: outlet || undefined,
});
