/** The panel's foot: the way to a person, and where one writes. */
import { h, icon } from "./dom";
import { CLIP, PERSON, PHONE, SEND } from "./icons";
import { textOf } from "./launcher-words";
import type { Store } from "./store";
import type { Person } from "./transcript";
import type { Input, Theme } from "./types";
import { fill, type Words } from "./words";

const LONGEST = 2000;
const NEAR_END = 200;
const FILES = "image/jpeg,image/png,image/webp,application/pdf";
/** The option that leads to the bot's first handoff, whatever is asked. */
const PERSON_CHOICE = "@person";
const KEYBOARDS: Readonly<Record<string, readonly [inputmode: string, autocomplete: string]>> = {
  email: ["email", "email"],
  phone: ["tel", "tel"],
  number: ["decimal", "off"],
  rating: ["numeric", "off"],
};

/** Shortcut, phone, text field, button. */
export class Foot {
  readonly element;
  readonly field;
  private readonly ways = h("div", { class: "ways" });
  private readonly left = h("p", { class: "left", role: "status", hidden: true });
  private readonly button;
  private readonly person;

  constructor(
    private readonly theme: Theme,
    private readonly words: Words,
    private readonly language: string,
    private readonly store: Store,
    private readonly say: (text: string) => void,
    pick: (option: { id: string; label: string }) => void,
    attach: (file: File) => void,
  ) {
    this.field = h("textarea", {
      rows: 1,
      maxlength: LONGEST,
      dir: "auto",
      enterkeyhint: "send",
      input: () => this.typed(),
      keydown: (event: KeyboardEvent) => this.pressed(event),
    });
    this.button = h("button", { type: "submit", class: "icon", "aria-label": words.send, disabled: true }, icon(SEND));
    const { person } = words;
    this.person = theme.handoff
      ? h(
          "button",
          { type: "button", class: "way", click: () => pick({ id: PERSON_CHOICE, label: person }) },
          icon(PERSON),
          person,
        )
      : null;
    const number = theme.phone?.replace(/[^\d+]/g, "");
    const call = number
      ? h(
          "a",
          { class: "way", href: `tel:${number}`, "aria-label": fill(words.call, { phone: theme.phone! }) },
          icon(PHONE),
          h("span", { dir: "ltr" }, theme.phone),
        )
      : null;
    this.ways.append(...[this.person, call].filter((element) => element !== null));
    const files = h("input", { type: "file", accept: FILES, hidden: true, tabindex: -1 });
    files.addEventListener("change", () => {
      for (const file of files.files ?? []) attach(file);
      files.value = "";
    });
    const clip = h(
      "button",
      { type: "button", class: "icon", "aria-label": words.attach, title: words.attach, click: () => files.click() },
      icon(CLIP),
    );
    const form = h("form", { submit: (event: Event) => this.submit(event) }, files, clip, this.field, this.button);
    this.element = h("footer", {}, this.ways, this.left, form);
    this.field.value = store.tab.draft ?? "";
    this.typed();
  }

  /** Follow who answers and what is asked. */
  draw(person: Person, input: Input | null): void {
    const isWith = person.state === "answering" && person.name !== "";
    const hint = isWith
      ? fill(this.words.writeTo, { name: person.name })
      : textOf(this.theme.placeholder, this.theme, this.language) || this.words.write;
    this.field.placeholder = hint;
    this.field.setAttribute("aria-label", hint);
    const [mode, complete] = KEYBOARDS[input?.kind ?? ""] ?? ["text", "off"];
    this.field.inputMode = mode;
    this.field.setAttribute("autocomplete", complete);
    if (this.person) this.person.hidden = person.state !== "none";
    this.ways.hidden = ![...this.ways.children].some((way) => !(way as HTMLElement).hidden);
  }

  private typed(): void {
    const { value } = this.field;
    const left = LONGEST - value.length;
    this.button.disabled = value.trim() === "";
    this.left.hidden = left > NEAR_END;
    this.left.textContent = this.left.hidden ? "" : fill(this.words.remaining, { n: left });
    this.store.note({ draft: value });
  }

  private pressed(event: KeyboardEvent): void {
    // Enter within an input method ends a word, not the message.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.submit(event);
  }

  private submit(event: Event): void {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.typed();
    this.say(text);
  }
}
