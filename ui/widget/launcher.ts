/** The button in the corner: greets, counts what is unread, opens and closes. */
import { launcherColours } from "./colours";
import { h, icon, sheet } from "./dom";
import css from "./launcher.css?inline";
import { direction, launcherWords } from "./launcher-words";
import type { Theme } from "./types";

const SPEAK = "M21 11.5a8.5 8.5 0 0 1-8.5 8.5H4l1.6-3A8.5 8.5 0 1 1 21 11.5";
const DOWN = "m6 9 6 6 6-6";
const CROSS = "M18 6 6 18M6 6l12 12";

/** The last thing said, beside the launcher. */
export interface Said {
  who?: string | undefined;
  text: string;
}

/** The launcher and its teaser. */
export class Launcher {
  readonly host = document.createElement("parley-chat");
  readonly root = this.host.attachShadow({ mode: "open" });
  private words;
  private readonly whole;
  private readonly mark = h("span");
  private readonly badge = h("span", { class: "badge", "aria-hidden": "true", hidden: true });
  private readonly button;
  private readonly teaser;
  private readonly live = h("div", { class: "sr", role: "status" });
  /** Whether the panel is open. */
  isOpen = false;
  private unread = 0;

  constructor(
    theme: Theme,
    language: string,
    private readonly pressed: (from: "launcher" | "teaser" | "dismiss") => void,
  ) {
    this.words = launcherWords(language);
    this.host.toggleAttribute("data-left", theme.position === "left");
    this.root.adoptedStyleSheets = [sheet(css), sheet(launcherColours(theme))];
    this.button = h("button", { type: "button", class: "launcher", click: () => this.pressed("launcher") });
    this.button.append(this.mark, this.badge);
    this.teaser = h("div", { class: "teaser", hidden: true });
    this.whole = h("div", {}, this.teaser, this.button, this.live);
    this.root.append(this.whole);
    this.speak(language);
  }

  /** Stand on the page, also after it has exchanged its body; `back` is called each time it returns. */
  mount(back: () => void): void {
    const keep = () => {
      if (this.host.isConnected || !document.body) return;
      document.body.append(this.host);
      // What is exchanged takes its observation along.
      for (const place of [document, document.documentElement, document.body])
        watch.observe(place, { childList: true });
      back();
    };
    const watch = new MutationObserver(keep);
    keep();
  }

  /** Speak another language. */
  speak(language: string): void {
    this.words = launcherWords(language);
    this.whole.lang = language;
    this.whole.dir = direction(language);
    this.draw();
  }

  /** Say whether the panel is open; the teaser has no place beside it. */
  opened(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen) this.say(null);
    this.draw();
  }

  /** How many messages are unread. */
  count(unread: number): void {
    this.unread = unread;
    this.draw();
  }

  /** Say something beside the button, or nothing; `aloud` tells screen readers too. */
  say(said: Said | null, aloud = false): void {
    this.teaser.hidden = said === null || this.isOpen;
    if (!said) return;
    this.teaser.replaceChildren(
      h(
        "button",
        { type: "button", class: "say", click: () => this.pressed("teaser") },
        said.who ? h("b", { dir: "auto" }, said.who) : null,
        h("span", { dir: "auto" }, said.text),
      ),
      h(
        "button",
        { type: "button", class: "hide", "aria-label": this.words.dismiss, click: () => this.pressed("dismiss") },
        icon(CROSS),
      ),
    );
    if (aloud) this.live.textContent = [said.who, said.text].filter(Boolean).join(": ");
  }

  /** Say that the panel could not be fetched. */
  failed(phone: string | null): void {
    this.say({ text: [this.words.failed, phone].filter(Boolean).join(" ") }, true);
  }

  /** Take the focus back from the panel. */
  focus(): void {
    this.button.focus();
  }

  private draw(): void {
    const { open, close, unread } = this.words;
    const label = this.isOpen ? close : this.unread ? unread.replace("{n}", String(this.unread)) : open;
    this.button.setAttribute("aria-label", label);
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    this.badge.hidden = this.isOpen || this.unread === 0;
    this.badge.textContent = this.unread > 9 ? "9+" : String(this.unread);
    this.mark.replaceChildren(icon(this.isOpen ? DOWN : SPEAK));
  }
}
