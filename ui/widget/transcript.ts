/** What was said, in order, each event once: those reported by the server and those still on their way to it. */
import type { Input, Option, Pending, Speaker, WidgetEvent } from "./types";

/** How far a message of the visitor's has come. */
export type Sending = "sending" | "waiting" | "failed" | "refused" | "dropped" | "sent";

/** One thing that is shown. */
export interface Entry {
  /** Unique here and stable: the event's id, or the id it was sent with. */
  readonly key: string;
  /** The server's id, once known. */
  id: string | null;
  readonly kind: "message" | "handoff" | "end";
  readonly speaker: Speaker;
  readonly text: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly input: Input | null;
  readonly links: NonNullable<WidgetEvent["links"]>;
  readonly media: WidgetEvent["media"];
  /** Where a handoff is. */
  readonly state: string;
  at: number;
  sending: Sending | null;
  reason: string;
  /** Whether it is a file that was sent from this page. */
  readonly isFile: boolean;
  /** Whether it helped, of an answer that can be rated. */
  readonly rating: { helpful: boolean | null } | null;
}

/** Whether a person was asked for, answers, or neither. */
export interface Person {
  state: "none" | "waiting" | "answering";
  name: string;
  /** The place in line of one who waits; 0 where it is not known. */
  place: number;
}

const NOBODY: Person = { state: "none", name: "", place: 0 };
const moment = (text: string) => Date.parse(text) || Date.now();

const NUMBER = /^\d+$/;
const isOnItsWay = ({ sending }: Entry) => sending === "sending" || sending === "waiting" || sending === "failed";

/** Who an event is about: a handoff tells it as its text. */
const nameIn = ({ type, name, text }: WidgetEvent) => name || (type === "handoff" && text) || "";

/** Where a handoff is after its event. */
const stateOf = ({ state, speaker }: WidgetEvent) => state ?? (speaker === "agent" ? "accepted" : "requested");

/** Whether one comes after another, as far as the server has reported: its ids rise with time. */
function isLater(entry: Entry, other: Entry): boolean {
  if (entry.id === null || other.id === null) return false;
  if (NUMBER.test(entry.id) && NUMBER.test(other.id)) return BigInt(entry.id) > BigInt(other.id);
  return entry.at > other.at;
}

/** The entries of one conversation, and of those before it on this page. */
export class Transcript {
  readonly entries: Entry[] = [];
  person: Person = NOBODY;
  ended = false;
  private readonly ids = new Set<string>();

  /** Take an event in; the entry it became, or null for one already known or not shown. */
  take(event: WidgetEvent): Entry | null {
    if (event.type === "typing" || this.ids.has(event.id)) return null;
    this.ids.add(event.id);
    const own = event.speaker === "user" ? this.ownOf(event) : undefined;
    this.follow(event);
    if (own) {
      own.id = event.id;
      own.at = moment(event.at);
      own.sending = "sent";
      this.place(own);
      return null;
    }
    const entry: Entry = {
      key: event.id,
      id: event.id,
      kind: event.type,
      speaker: event.speaker,
      text: event.text ?? "",
      name: nameIn(event) || (event.speaker === "agent" ? this.person.name : ""),
      options: event.options ?? [],
      input: event.input ?? null,
      links: event.links ?? [],
      media: event.media,
      state: event.type === "handoff" ? stateOf(event) : "",
      at: moment(event.at),
      sending: event.speaker === "user" ? "sent" : null,
      reason: "",
      isFile: false,
      rating: event.rating ? { ...event.rating } : null,
    };
    this.place(entry);
    return entry;
  }

  /** Show a message that is on its way. */
  add({ client_msg_id, type, text, at }: Pending): Entry {
    const known = this.entries.find(({ key }) => key === client_msg_id);
    if (known) return known;
    const entry: Entry = {
      key: client_msg_id,
      id: null,
      kind: "message",
      speaker: "user",
      text,
      name: "",
      options: [],
      input: null,
      links: [],
      media: null,
      state: "",
      at,
      sending: "waiting",
      reason: "",
      isFile: type === "file",
      rating: null,
    };
    this.ended = false;
    this.entries.push(entry);
    return entry;
  }

  /** Say how far a message has come. */
  mark(key: string, sending: Sending, reason = ""): void {
    const entry = this.entries.find((entry) => entry.key === key);
    // The server has reported it already: its answer was only late.
    if (!entry || entry.id) return;
    Object.assign(entry, { sending, reason });
  }

  /** Begin another conversation below what is here. */
  restart(): void {
    this.person = NOBODY;
    this.ended = false;
  }

  /** Forget everything. */
  clear(): void {
    this.entries.length = 0;
    this.ids.clear();
    this.restart();
  }

  /** Note the place in line of one who waits. */
  standAt(place: number): void {
    if (this.person.state === "waiting") this.person = { ...this.person, place };
  }

  /** The question that is open: the last thing said, unless the visitor has answered it. */
  get question(): Entry | null {
    if (this.ended || this.person.state !== "none") return null;
    for (let i = this.entries.length - 1; i >= 0; i -= 1) {
      const entry = this.entries[i]!;
      if (
        entry.kind === "end" ||
        (entry.speaker === "user" && entry.sending !== "refused" && entry.sending !== "dropped")
      )
        return null;
      if (entry.kind === "message" && (entry.options.length > 0 || entry.input)) return entry;
    }
    return null;
  }

  /** The visitor's message of ours that the server tells back: by the id it was sent with, else by its words. */
  private ownOf({ client_msg_id, text }: WidgetEvent): Entry | undefined {
    const open = this.entries.filter(({ id, speaker }) => id === null && speaker === "user");
    return client_msg_id
      ? open.find(({ key }) => key === client_msg_id)
      : open.find((entry) => entry.text === text && (entry.sending === "sent" || entry.sending === "sending"));
  }

  /** What an event says about who answers. */
  private follow(event: WidgetEvent): void {
    const { type, speaker, name } = event;
    const { person } = this;
    this.ended = type === "end";
    if (type === "end") this.person = NOBODY;
    else if (type === "handoff") {
      const now = stateOf(event);
      if (now === "requested") this.person = { state: "waiting", name: "", place: 0 };
      else if (now === "accepted") this.person = { state: "answering", name: nameIn(event), place: 0 };
      else this.person = NOBODY;
    } else if (speaker === "agent") this.person = { state: "answering", name: name ?? person.name, place: 0 };
  }

  /** Let an entry stand where the server has it; what is on its way stays at the end, in the order it was written. */
  private place(entry: Entry): void {
    const all = this.entries;
    let at = all.indexOf(entry);
    if (at < 0) {
      for (at = all.length; at > 0 && isOnItsWay(all[at - 1]!);) at -= 1;
      all.splice(at, 0, entry);
    }
    const swap = (other: number) => {
      [all[at], all[other]] = [all[other]!, all[at]!];
      at = other;
    };
    while (at > 0 && isLater(all[at - 1]!, entry)) swap(at - 1);
    while (at < all.length - 1 && isLater(entry, all[at + 1]!)) swap(at + 1);
  }
}
