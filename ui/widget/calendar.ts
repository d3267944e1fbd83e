/** A day and a time to choose, as part of a message; what is typed instead is as good. */
import { addDays, addMonths, dayText, sentDay, today, weeksOf } from "./days";
import { h, icon } from "./dom";
import { BACK, ON } from "./icons";
import type { Input } from "./types";
import { fill, wordsOf } from "./words";

const FEWEST_WEEKS = 3;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7 };

/** Days, times, or both, with a button that sends them. */
export class Picker {
  readonly element = h("div", { class: "picker" });
  private readonly words;
  private readonly closed;
  private readonly hasDays;
  private readonly times;
  private readonly isFuture;
  private month = today();
  private focused = today();
  private day = "";
  private time = "";

  constructor(
    input: Input,
    private readonly language: string,
    private readonly choose: (text: string) => void,
  ) {
    this.words = wordsOf(language);
    this.closed = new Set(input.closed ?? []);
    // Days that may be closed are days to come; a birthday is not.
    this.isFuture = Array.isArray(input.closed);
    this.hasDays = input.kind !== "time";
    this.times = input.kind === "date" && !input.times?.length ? null : (input.times ?? []);
    if (!this.isOpen(this.focused)) this.focused = this.nearest(this.focused, 1);
    this.month = this.focused;
    this.draw();
  }

  private isOpen(day: string): boolean {
    return !this.closed.has(day) && !(this.isFuture && day < today());
  }

  /** The next open day in a direction, within a year. */
  private nearest(day: string, step: number): string {
    for (let next = day, i = 0; i < 366; i += 1, next = addDays(next, step)) if (this.isOpen(next)) return next;
    return day;
  }

  private draw(): void {
    const value = [this.day && dayText(this.day, this.language, { weekday: "short", day: "numeric", month: "long" })];
    if (this.time) value.push(this.time);
    const isWhole = (!this.hasDays || this.day !== "") && (this.times === null || this.time !== "");
    const text = value.filter(Boolean).join(", ");
    this.element.replaceChildren(
      ...(this.hasDays ? [this.head(), this.grid()] : []),
      ...(this.times === null ? [] : [this.hours(this.times)]),
      !this.hasDays && this.times?.length
        ? ""
        : h(
            "button",
            { type: "button", class: "main", disabled: !isWhole, click: () => this.send() },
            text ? fill(this.words.choose, { value: text }) : this.hasDays ? this.words.chooseDay : this.words.time,
          ),
    );
  }

  private send(): void {
    this.choose([this.day && sentDay(this.day, this.language), this.time].filter(Boolean).join(", "));
  }

  private head(): HTMLElement {
    const move = (months: number, label: string, path: string) =>
      h(
        "button",
        {
          type: "button",
          class: "icon turn",
          "aria-label": label,
          disabled: months < 0 && this.isFuture && this.month.slice(0, 7) <= today().slice(0, 7),
          click: () => this.turn(months, label),
        },
        icon(path),
      );
    return h(
      "div",
      { class: "month" },
      h("b", { "aria-live": "polite" }, dayText(this.month, this.language, { month: "long", year: "numeric" })),
      move(-1, this.words.earlier, BACK),
      move(1, this.words.later, ON),
    );
  }

  /** Show another month; the button pressed keeps the focus. */
  private turn(months: number, label: string): void {
    this.month = addMonths(this.month, months);
    this.focused = this.nearest(`${this.month.slice(0, 8)}01`, 1);
    this.draw();
    const again = this.element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]:not(:disabled)`);
    (again ?? this.element.querySelector<HTMLElement>(".turn:not(:disabled)"))?.focus();
  }

  private grid(): HTMLElement {
    const weeks = weeksOf(this.month).filter((week) => !this.isFuture || week[6]! >= today());
    // At the end of a month there is little left of it to choose from.
    for (let last = weeks.at(-1)!; weeks.length < FEWEST_WEEKS; weeks.push(last))
      last = last.map((day) => addDays(day, 7));
    const names = weeksOf(this.month)[0]!.map((day) => dayText(day, this.language, { weekday: "short" }));
    return h(
      "div",
      {
        class: "days",
        role: "grid",
        "aria-label": this.words.calendar,
        keydown: (event: never) => this.pressed(event),
      },
      h("div", { role: "row" }, ...names.map((name) => h("span", { role: "columnheader" }, name))),
      ...weeks.map((week) => h("div", { role: "row" }, ...week.map((day) => this.cell(day)))),
    );
  }

  private cell(day: string): HTMLElement {
    const isOpen = this.isOpen(day);
    const whole = dayText(day, this.language, { weekday: "long", day: "numeric", month: "long" });
    const button = h(
      "button",
      {
        type: "button",
        class: day === today() ? "today" : null,
        "data-day": day,
        tabindex: day === this.focused ? 0 : -1,
        "aria-label": isOpen ? whole : fill(this.words.closedDay, { day: whole }),
        "aria-disabled": isOpen ? null : "true",
        "aria-pressed": String(day === this.day),
        click: () => isOpen && this.pick(day),
      },
      dayText(day, this.language, { day: "numeric" }).replace(/\D+/g, ""),
    );
    return h("span", { role: "gridcell" }, button);
  }

  private pick(day: string): void {
    this.day = this.focused = day;
    this.draw();
    this.focus();
  }

  private focus(): void {
    this.element.querySelector<HTMLElement>(`[data-day="${this.focused}"]`)?.focus();
  }

  /** Move through the days by keys: a day, a week, a month. */
  private pressed(event: KeyboardEvent): void {
    const ahead = getComputedStyle(this.element).direction === "rtl" ? -1 : 1;
    const days = STEPS[event.key] ?? { ArrowRight: ahead, ArrowLeft: -ahead }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (days === undefined && months === undefined) return;
    event.preventDefault();
    const to = months === undefined ? addDays(this.focused, days!) : addMonths(this.focused, months);
    if (this.isFuture && to < today()) return;
    this.focused = to;
    if (!this.element.querySelector(`[data-day="${to}"]`)) this.month = to;
    this.draw();
    this.focus();
  }

  /** Times offered, or any. */
  private hours(times: readonly string[]): HTMLElement {
    if (times.length === 0) {
      const field = h("input", {
        type: "time",
        value: this.time,
        "aria-label": this.words.time,
        change: () => {
          this.time = field.value;
          this.draw();
        },
      });
      return h("div", { class: "times" }, field);
    }
    const chip = (time: string) =>
      h(
        "button",
        {
          type: "button",
          class: "time",
          "aria-pressed": String(time === this.time),
          click: () => {
            this.time = time;
            if (!this.hasDays) return this.send();
            this.draw();
            this.element.querySelector<HTMLElement>(".time[aria-pressed=true]")?.focus();
          },
        },
        time,
      );
    return h("div", { class: "times", role: "group", "aria-label": this.words.time }, ...times.map(chip));
  }
}
