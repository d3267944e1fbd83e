/** The button in the corner: greets, counts what is unread, opens and closes. */
import { launcherColours } from "./colours";
import { h, icon, sheet } from "./dom";
import css from "./launcher.css?inline";
import { direction, launcherWords } from "./launcher-words";
import { MARKS } from "./marks";
import type { Theme } from "./types";

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
  private readonly colours = new CSSStyleSheet();
  private readonly live = h("div", { class: "sr", role: "status" });
  /** Whether the panel is open. */
  isOpen = false;
  private unread = 0;

  constructor(
    private theme: Theme,
    language: string,
    private readonly pressed: (from: "launcher" | "teaser" | "dismiss") => void,
  ) {
    this.words = launcherWords(language);
    this.root.adoptedStyleSheets = [sheet(css), this.colours];
    this.dress();
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

  /** Look as another theme says. */
  wear(theme: Theme): void {
    this.theme = theme;
    this.dress();
    this.draw();
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
  say(text: Said | null, aloud = false): void {
    this.teaser.hidden = text === null || this.isOpen;
    if (!text) return;
    this.teaser.replaceChildren(
      h(
        "button",
        { type: "button", class: "say", click: () => this.pressed("teaser") },
        text.who ? h("b", { dir: "auto" }, text.who) : null,
        h("span", { dir: "auto" }, text.text),
      ),
      h(
        "button",
        { type: "button", class: "hide", "aria-label": this.words.dismiss, click: () => this.pressed("dismiss") },
        icon(CROSS),
      ),
    );
    if (aloud) this.live.textContent = [text.who, text.text].filter(Boolean).join(": ");
  }

  /** Say that the panel could not be fetched. */
  failed(phone: string | null): void {
    this.say({ text: [this.words.failed, phone].filter(Boolean).join(" ") }, true);
  }

  /** Take the focus back from the panel. */
  focus(): void {
    this.button.focus();
  }

  private dress(): void {
    this.host.toggleAttribute("data-left", this.theme.position === "left");
    this.colours.replaceSync(launcherColours(this.theme));
  }

  private draw(): void {
    const { open, close, unread } = this.words;
    const label = this.isOpen ? close : this.unread ? unread.replace("{n}", String(this.unread)) : open;
    this.button.setAttribute("aria-label", label);
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    this.badge.hidden = this.isOpen || this.unread === 0;
    this.badge.textContent = this.unread > 9 ? "9+" : String(this.unread);
    this.mark.replaceChildren(icon(this.isOpen ? DOWN : (MARKS[this.theme.launcher] ?? MARKS.chat)));
  }
}
