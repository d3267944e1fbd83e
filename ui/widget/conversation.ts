/** One conversation with a bot: opens it, waits for what is said, says what the visitor writes. */
import { Refusal, type Events, type Key, type Link, type Opening } from "./link";
import { Outbox } from "./outbox";
import type { Kept, Store } from "./store";
import { Transcript, type Entry } from "./transcript";
import { newId, sleep, type Trouble } from "./trouble";
import type { WidgetEvent } from "./types";

const LONGEST_WAIT_MS = 30_000;
const SHORTEST_ROUND_MS = 1000;
const TYPING_MS = 15_000;
/** Events that one answer holds at most. */
const FULL = 200;
const LARGEST_FILE = 10 * 2 ** 20;

/** What the conversation tells. */
export interface Listener {
  /** Something that is shown has changed. */
  changed: () => void;
  /** Someone else said something just now. */
  heard: (entry: Entry) => void;
  /** What was said before is here. */
  caughtUp: () => void;
  ended: () => void;
  /** The theme the server has now. */
  theme: (etag: string | null | undefined) => void;
}

/** A conversation, with or without a panel to show it. */
export class Conversation {
  readonly transcript = new Transcript();
  trouble: Trouble | null = null;
  /** Who is typing, as far as one can tell. */
  typing: "bot" | "agent" | null = null;
  private saved: Kept;
  private readonly outbox: Outbox;
  private cursor = "0";
  private isCaughtUp = false;
  private opening: Promise<Key> | null = null;
  private era = 0;
  private round = new AbortController();
  private isRunning = false;
  private isBegun = false;
  private typingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly link: Link,
    private readonly store: Store,
    private readonly opened: () => Opening,
    private readonly listener: Listener,
  ) {
    const state = store.saved;
    // What another person said on this device is nobody else's to read.
    this.saved = state && state.user === this.user ? state : this.fresh();
    this.outbox = new Outbox(
      link,
      {
        transcript: this.transcript,
        session: () => this.session(),
        gone: (key) => this.gone(key),
        answered: (key, events) => this.answered(key, events),
        troubled: (trouble) => this.troubled(trouble),
        slow: () => this.awaitAnswer(),
        changed: () => this.changed(),
      },
      this.saved.queue,
    );
    addEventListener("online", () => {
      if (this.trouble === "offline") this.troubled(null);
      this.retry();
    });
    addEventListener("offline", () => this.trouble !== "blocked" && this.troubled("offline"));
    addEventListener("pageshow", () => this.wake());
    document.addEventListener("visibilitychange", () => this.wake());
  }

  /** The last event seen in the open panel. */
  get seen(): string | null {
    return this.saved.seen;
  }

  /** Begin, or go on. */
  begin(): void {
    this.isBegun = true;
    if (!navigator.onLine) this.troubled("offline");
    void this.run();
    void this.outbox.pump();
  }

  /** Say something; it is sent as soon as everything before it is. */
  say(text: string, choice: { id: string } | null = null): void {
    const type = choice ? "choice" : "text";
    this.outbox.add({ client_msg_id: newId(), type, text, payload: choice, at: Date.now() });
    this.changed();
    this.begin();
  }

  /** Send a photo or a PDF. */
  sendFile(file: File): void {
    const key = newId();
    const pending = { client_msg_id: key, type: "file", text: file.name, payload: null, at: Date.now(), file } as const;
    if (file.size > LARGEST_FILE) {
      this.transcript.add(pending);
      this.transcript.mark(key, "refused");
      this.listener.changed();
      return;
    }
    this.outbox.add(pending);
    this.changed();
    this.begin();
  }

  /** Say whether an answer helped; whether that has arrived. */
  async rate(event: string, helpful: boolean | null): Promise<boolean> {
    const { key } = this.saved;
    if (!key) return false;
    try {
      await this.link.rate(key, event, helpful);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.isPassing) this.refused(error, key);
      return false;
    }
  }

  /** Try again now, whatever was waited for. */
  retry(): void {
    if (this.trouble === "blocked") this.trouble = null;
    this.outbox.hurry();
    this.wake();
  }

  /** Begin again: below what is here, or, for someone else, in an empty panel. */
  reset(empty: boolean): void {
    this.era += 1;
    this.isBegun = false;
    this.outbox.clear();
    this.saved = this.fresh();
    this.store.saved = null;
    this.opening = this.trouble = null;
    if (empty) this.transcript.clear();
    else this.transcript.restart();
    this.stopTyping();
    this.round.abort();
    this.listener.changed();
  }

  /** Note what has been seen, and how much has not. */
  note(seen: string | null, unread: number): void {
    if (this.saved.seen === seen && this.saved.unread === unread) return;
    this.saved = { ...this.saved, seen, unread };
    this.keep();
  }

  private get user(): string | null {
    return this.opened().user?.id ?? null;
  }

  private fresh(): Kept {
    return { key: null, user: this.user, at: 0, queue: [], seen: null, unread: 0, person: false };
  }

  private changed(): void {
    this.keep();
    this.listener.changed();
  }

  private keep(): void {
    // The content of a file cannot be kept on the device.
    const queue = this.outbox.waiting.filter(({ type }) => type !== "file");
    this.saved = { ...this.saved, queue, person: this.transcript.person.state !== "none" };
    if (this.saved.key || queue.length > 0) this.store.saved = this.saved;
  }

  private troubled(trouble: Trouble | null): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.listener.changed();
  }

  /** Have a conversation; opened once, no matter who asks. */
  private session(): Promise<Key> {
    if (this.saved.key) return Promise.resolve(this.saved.key);
    this.opening ??= this.open().finally(() => (this.opening = null));
    return this.opening;
  }

  private async open(): Promise<Key> {
    const { era, user } = this;
    const { id, secret, cursor, theme_etag } = await this.link.open(this.opened());
    if (era !== this.era) throw new Refusal(0, "Restarted meanwhile.");
    const key = { id, secret };
    this.saved = { ...this.saved, key, user, seen: null, unread: 0 };
    this.cursor = cursor;
    this.isCaughtUp = true;
    this.keep();
    this.reached();
    this.listener.theme(theme_etag);
    return key;
  }

  /** The server does not know this conversation any more: the next call opens another. */
  private gone(key: Key): void {
    if (this.saved.key?.id !== key.id) return;
    this.saved = { ...this.saved, key: null };
    this.store.saved = null;
    this.transcript.restart();
    this.keep();
  }

  /** Whether there is anything to wait for now. */
  private get isListening(): boolean {
    if (this.trouble === "blocked") return false;
    if (this.transcript.ended && this.outbox.waiting.length === 0) return false;
    return document.visibilityState === "visible" || this.transcript.person.state !== "none";
  }

  /** End the present wait, so that the next one begins at once. */
  private wake(): void {
    this.round.abort();
    if (this.isBegun) void this.run();
  }

  /** Wait for events, round after round, as long as someone may be there to read them. */
  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    let failures = 0;
    while (this.isListening) {
      this.round = new AbortController();
      const { signal } = this.round;
      const began = Date.now();
      let key: Key | undefined;
      try {
        key = await this.session();
        // After trouble the first answer says that it is over: it is not waited for.
        const waits = this.trouble === null || this.trouble === "busy";
        const { state, place } = this.transcript.person;
        const line = state === "waiting" ? place : undefined;
        const answer = await this.link.events(key, this.cursor, waits, signal, line);
        if (this.saved.key?.id === key.id) {
          if (answer?.place) this.transcript.standAt(answer.place);
          this.take(answer?.events ?? [], answer?.cursor);
        }
        failures = 0;
        this.reached();
        // A server that answers at once with nothing is not asked again at once.
        if (!answer?.events.length) await sleep(SHORTEST_ROUND_MS - (Date.now() - began), signal);
      } catch (error) {
        if (signal.aborted) continue;
        const refusal = error instanceof Refusal ? error : new Refusal(0, String(error));
        const wait = this.refused(refusal, key);
        if (wait === null) break;
        await sleep(wait || Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures++), signal);
      }
    }
    this.isRunning = false;
  }

  /** What a refusal means for waiting: milliseconds, 0 for the usual, or null to give up. */
  private refused(refusal: Refusal, key: Key | undefined): number | null {
    if (key && refusal.isGone) {
      this.gone(key);
      return SHORTEST_ROUND_MS;
    }
    if (!refusal.isPassing) {
      this.troubled("blocked");
      return null;
    }
    if (refusal.status !== 429) this.troubled(navigator.onLine ? "down" : "offline");
    return refusal.wait * 1000;
  }

  /** The server answers: what failed only because it did not is tried again. */
  private reached(): void {
    if (this.trouble !== "busy") this.troubled(null);
    if (this.outbox.isUnreached) void this.outbox.pump();
  }

  /** What came with a message's answer. The cursor stays: what others said before it has not been reported yet. */
  private answered(key: Key, events: Events["events"]): void {
    this.troubled(null);
    if (this.saved.key?.id === key.id) this.receive(events, true);
    this.changed();
  }

  private take(events: Events["events"], cursor: string | undefined): void {
    this.receive(events, this.isCaughtUp);
    if (cursor !== undefined) this.cursor = String(cursor);
    // A long history comes in several answers.
    if (!this.isCaughtUp && events.length < FULL) {
      this.isCaughtUp = true;
      this.listener.caughtUp();
    }
    this.changed();
  }

  private receive(events: Events["events"], isNews: boolean): void {
    for (const event of events) {
      const wasEnded = this.transcript.ended;
      if (event.type === "typing") this.startTyping(event);
      const entry = this.transcript.take(event);
      if (entry && entry.speaker !== "user") {
        this.stopTyping();
        if (isNews && entry.kind !== "end") this.listener.heard(entry);
      }
      if (isNews && !wasEnded && this.transcript.ended) this.listener.ended();
    }
  }

  private startTyping({ speaker, at }: WidgetEvent): void {
    if (!this.isCaughtUp && Date.now() - Date.parse(at) > TYPING_MS) return;
    this.showTyping(speaker === "agent" ? "agent" : "bot");
  }

  /** A bot that takes its time is seen to think; of a person one knows only what they tell. */
  private awaitAnswer(): void {
    const { person, entries } = this.transcript;
    if (person.state === "none" && entries.at(-1)?.speaker === "user") this.showTyping("bot");
  }

  private showTyping(who: "bot" | "agent"): void {
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => this.stopTyping(), TYPING_MS);
    this.typing = who;
    this.listener.changed();
  }

  private stopTyping(): void {
    clearTimeout(this.typingTimer);
    if (!this.typing) return;
    this.typing = null;
    this.listener.changed();
  }
}
