/** The panel's head: whose bot it is, who answers, what else can be done; and what keeps it from going on. */
import { h, icon } from "./dom";
import { AGAIN, ALERT, CLOSE, DOWN, LANGUAGE, MORE, NO_LINE } from "./icons";
import { initials } from "./entries";
import type { Trouble } from "./trouble";
import type { Person } from "./transcript";
import type { Theme } from "./types";
import { fill, lineText, type Words } from "./words";

/** What the head can do. */
export interface HeadActions {
  close: () => void;
  again: () => void;
  speak: (language: string, name: string) => void;
  retry: () => void;
}

/** The name of a language in itself: also what a bot is asked for it with. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The dealer's picture; its letter where the page's own policy refuses pictures. */
function picture({ avatar, name }: Theme): HTMLElement {
  const refused = () => image.replaceWith(initials(name).slice(0, 1));
  const image = h("img", { src: avatar, alt: "", error: refused });
  return image;
}

/** Title, state, menu and notice. */
export class Head {
  readonly element;
  readonly notice = h("div", { class: "notice", role: "status", hidden: true });
  readonly title;
  private readonly state = h("p", { class: "who", role: "status" });
  private readonly menu;
  private readonly more;

  constructor(
    theme: Theme,
    private readonly words: Words,
    private readonly language: string,
    private readonly actions: HeadActions,
  ) {
    this.title = h("h2", { id: "title", tabindex: -1 }, h("bdi", {}, theme.name));
    this.more = h(
      "button",
      {
        type: "button",
        class: "icon more",
        "aria-label": words.menu,
        "aria-expanded": "false",
        click: () => this.toggle(Boolean(this.menu.hidden)),
      },
      icon(MORE),
    );
    const others = theme.languages.filter((other) => other !== language && !other.includes("-Latn"));
    this.menu = h(
      "div",
      { class: "menu", hidden: true },
      ...others.map((other) =>
        this.entry(LANGUAGE, languageName(other), () => actions.speak(other, languageName(other)), other),
      ),
      this.entry(AGAIN, words.again, actions.again),
    );
    this.element = h(
      "header",
      { focusout: (event: FocusEvent) => this.left(event) },
      h(
        "span",
        { class: "face", "aria-hidden": "true" },
        theme.avatar ? picture(theme) : initials(theme.name).slice(0, 1),
      ),
      h("div", { class: "names" }, this.title, this.state),
      this.more,
      this.menu,
      h(
        "button",
        { type: "button", class: "icon", "aria-label": words.close, click: actions.close },
        h("span", { class: "wide" }, icon(DOWN)),
        h("span", { class: "narrow" }, icon(CLOSE)),
      ),
    );
  }

  /** Say who answers, and what is wrong. */
  draw(person: Person, trouble: Trouble | null): void {
    const { words } = this;
    const name = person.name || words.aPerson;
    const text =
      trouble === "offline" || trouble === "down"
        ? words.botOffline
        : {
            none: words.bot,
            waiting: person.place ? lineText(person.place, words, this.language) : words.waiting,
            answering: fill(words.answering, { name }),
          }[person.state];
    if (this.state.textContent !== text) this.state.textContent = text;
    if (this.notice.dataset.trouble !== (trouble ?? "")) this.tell(trouble);
  }

  /** Close the menu; whether it was open. */
  closeMenu(): boolean {
    if (this.menu.hidden) return false;
    this.toggle(false);
    this.more.focus();
    return true;
  }

  private toggle(isOpen: boolean): void {
    this.menu.hidden = !isOpen;
    this.more.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.menu.querySelector("button")?.focus();
  }

  private left({ relatedTarget }: FocusEvent): void {
    const inside = relatedTarget === this.more || this.menu.contains(relatedTarget as Node | null);
    if (!this.menu.hidden && !inside) this.toggle(false);
  }

  private entry(path: string, text: string, act: () => void, lang: string | null = null): HTMLElement {
    const run = () => {
      this.toggle(false);
      act();
    };
    return h("button", { type: "button", click: run, lang }, icon(path), text);
  }

  private tell(trouble: Trouble | null): void {
    this.notice.dataset.trouble = trouble ?? "";
    this.notice.hidden = trouble === null;
    if (!trouble) return;
    const { words, actions } = this;
    const [title, body] = {
      offline: [words.offline, words.offlineBody],
      down: [words.down, words.downBody],
      busy: [words.busy, words.busyBody],
      blocked: [words.blocked, words.blockedBody],
    }[trouble] as [string, string];
    this.notice.replaceChildren(
      icon(trouble === "offline" ? NO_LINE : ALERT),
      h("div", {}, h("b", {}, title), h("span", {}, body)),
      trouble === "busy" ? "" : h("button", { type: "button", click: actions.retry }, words.tryAgain),
    );
  }
}
