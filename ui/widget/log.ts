/** The list of entries on the screen: what has not changed stays as it is, with its focus and its choices. */
import { momentOf, today, addDays, dayText } from "./days";
import { h } from "./dom";
import { drawEntry, type Place, type Showing } from "./entries";
import type { Entry, Transcript } from "./transcript";

const NEAR_PX = 80;

/** Entries, dots while someone types, and the place one has scrolled to. */
export class Log {
  readonly element;
  private readonly drawn = new Map<string, { mark: string; element: HTMLElement }>();
  private readonly dots = h("div", { class: "entry bot dots", "aria-hidden": "true" });

  constructor(private readonly showing: Showing) {
    this.element = h("div", {
      class: "log",
      role: "log",
      "aria-live": "off",
      "aria-label": showing.words.conversation,
      tabindex: 0,
    });
    this.dots.append(h("div", { class: "bubble" }, h("i"), h("i"), h("i")));
  }

  /** Show the transcript as it is now. */
  draw(transcript: Transcript, typing: "bot" | "agent" | null): void {
    const isNear = this.isAtEnd();
    const { entries, question } = transcript;
    const elements: HTMLElement[] = [];
    const keys = new Set<string>();
    const put = (key: string, mark: string, make: () => HTMLElement) => {
      const known = this.drawn.get(key);
      const element = known?.mark === mark ? known.element : make();
      this.drawn.set(key, { mark, element });
      keys.add(key);
      elements.push(element);
    };
    let day = "";
    const lastSent = entries.findLast(({ speaker, sending }) => speaker === "user" && sending === "sent");
    entries.forEach((entry, i) => {
      const its = momentOf(entry.at, this.showing.language);
      if (its.day !== day) put(`day ${its.day}`, "", () => this.dayLine(its.day));
      day = its.day;
      const before = entries[i - 1];
      const answered = entries.slice(i + 1).find(({ speaker }) => speaker === "user");
      const place: Place = {
        isOpen: entry === question,
        answer: entry.options.length ? (answered?.text ?? null) : null,
        isFirst: before?.speaker !== entry.speaker || before.kind !== "message" || before.name !== entry.name,
        isLastSent: entry === lastSent,
        isLast: i === entries.length - 1,
      };
      const mark = JSON.stringify([place, entry.sending, entry.reason, its.time, entry.kind === "end" && place.isLast]);
      put(entry.key, mark, () => drawEntry(entry, place, this.showing));
    });
    if (typing) {
      this.dots.className = `entry ${typing} dots`;
      elements.push(this.dots);
    }
    for (const key of this.drawn.keys()) if (!keys.has(key)) this.drawn.delete(key);
    this.put(elements);
    if (isNear || entries.at(-1)?.sending === "sending") this.toEnd();
  }

  /** Whether the end is in sight. */
  private isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight < NEAR_PX;
  }

  /** Show the end. */
  toEnd(): void {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** Whether an entry is new here. */
  has({ key }: Entry): boolean {
    return this.drawn.has(key);
  }

  private dayLine(day: string): HTMLElement {
    const { words, language } = this.showing;
    const text =
      day === today()
        ? words.today
        : day === addDays(today(), -1)
          ? words.yesterday
          : dayText(day, language, { weekday: "short", day: "numeric", month: "long" });
    return h("p", { class: "line day" }, text);
  }

  /** Put elements in order, touching only those that are not in their place. */
  private put(elements: HTMLElement[]): void {
    const keep = new Set(elements);
    for (const child of [...this.element.children]) if (!keep.has(child as HTMLElement)) child.remove();
    elements.forEach((element, i) => {
      const there = this.element.children[i];
      if (there !== element) this.element.insertBefore(element, there ?? null);
    });
  }
}
