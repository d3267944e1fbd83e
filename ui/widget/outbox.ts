/** What the visitor wrote, sent in order: a failure holds back what was written after it. */
import { Refusal, type Events, type Key, type Link } from "./link";
import type { Transcript } from "./transcript";
import { sleep, type Trouble } from "./trouble";
import type { Pending } from "./types";

const SLOW_MS = 400;
const BUSY_S = 5;

/** The conversation, as the outbox needs it. */
export interface Sender {
  readonly transcript: Transcript;
  session: () => Promise<Key>;
  gone: (key: Key) => void;
  answered: (key: Key, events: Events["events"]) => void;
  troubled: (trouble: Trouble | null) => void;
  /** The answer takes its time. */
  slow: () => void;
  changed: () => void;
}

/** Messages the server does not have yet. */
export class Outbox {
  /** Whether the head failed because nobody could be reached, so that it may go out by itself once someone can. */
  isUnreached = false;
  private isSending = false;
  private hold = new AbortController();

  constructor(
    private readonly link: Link,
    private readonly sender: Sender,
    private queue: readonly Pending[],
  ) {
    for (const pending of queue) sender.transcript.add(pending);
  }

  get waiting(): readonly Pending[] {
    return this.queue;
  }

  /** Take a message. */
  add(pending: Pending): void {
    this.queue = [...this.queue, pending];
    this.sender.transcript.add(pending);
  }

  /** Send nothing of it any more. */
  clear(): void {
    for (const { client_msg_id } of this.queue) this.sender.transcript.mark(client_msg_id, "dropped");
    this.queue = [];
    this.isUnreached = false;
  }

  /** Wait no longer. */
  hurry(): void {
    this.hold.abort();
    void this.pump();
  }

  /** Send what there is, as long as it is taken. */
  async pump(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.isUnreached = false;
    const renewed = new Set<Pending>();
    for (let head = this.queue[0]; head; head = this.queue[0]) {
      this.mark("sending");
      const slow = setTimeout(() => this.sender.slow(), SLOW_MS);
      let key: Key | undefined;
      try {
        key = await this.sender.session();
        const { events = [] } = await this.link.send(key, head);
        this.drop(head);
        this.sender.transcript.mark(head.client_msg_id, "sent");
        this.sender.answered(key, events);
        if (events.length === 0) this.sender.slow();
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal(0, String(error));
        if (this.queue[0] !== head) continue;
        if (key && refusal.isGone && !renewed.has(head)) {
          renewed.add(head);
          this.sender.gone(key);
        } else if (!(await this.failed(head, refusal, key !== undefined))) break;
      } finally {
        clearTimeout(slow);
      }
    }
    this.isSending = false;
    this.sender.changed();
  }

  /** Deal with a message that was not taken; whether the next one may be tried. */
  private async failed(head: Pending, refusal: Refusal, hadSession: boolean): Promise<boolean> {
    if (refusal.status === 429) {
      this.mark("waiting");
      this.sender.troubled("busy");
      this.hold = new AbortController();
      await sleep((refusal.wait || BUSY_S) * 1000, this.hold.signal);
      this.sender.troubled(null);
      return true;
    }
    if (refusal.isPassing || refusal.isGone) {
      this.isUnreached = refusal.status === 0;
      if (this.isUnreached) this.sender.troubled(navigator.onLine ? "down" : "offline");
      this.mark("failed");
      return false;
    }
    if (!hadSession || refusal.status === 403) {
      this.mark("failed");
      this.sender.troubled("blocked");
      return false;
    }
    this.drop(head);
    this.sender.transcript.mark(head.client_msg_id, "refused", refusal.message);
    return true;
  }

  private drop(head: Pending): void {
    this.queue = this.queue.filter((pending) => pending !== head);
  }

  /** How far the queue has come: its head so, the rest behind it. */
  private mark(head: "sending" | "waiting" | "failed"): void {
    const { transcript, changed } = this.sender;
    this.queue.forEach(({ client_msg_id }, i) => transcript.mark(client_msg_id, i === 0 ? head : "waiting"));
    changed();
  }
}
