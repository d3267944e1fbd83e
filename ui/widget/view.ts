/** What is seen of the panel: a dialog, alone on phones, where it covers the page, and beside the page elsewhere. */
import { isPageDark, panelColours } from "./colours";
import type { Conversation } from "./conversation";
import { h } from "./dom";
import { Foot } from "./foot";
import { Head, type HeadActions } from "./head";
import { direction } from "./launcher-words";
import { Log } from "./log";
import type { Shell } from "./shell";
import type { Option } from "./types";
import { wordsOf } from "./words";

const NARROW = matchMedia("(max-width: 480px)");
const ANNOUNCED = 5;

/** What the view can do. */
export interface Actions extends HeadActions {
  say: (text: string) => void;
  pick: (option: Option) => void;
  attach: (file: File) => void;
  rate: (event: string, helpful: boolean | null) => Promise<boolean>;
}

/** The dialog in one language and theme. */
export class View {
  private readonly dialog;
  private readonly head;
  private readonly log;
  private readonly foot;
  private readonly live = h("div", { class: "sr", role: "status" });
  private readonly stop = new AbortController();

  constructor(
    private readonly shell: Shell,
    private readonly colours: CSSStyleSheet,
    private readonly sizes: CSSStyleSheet,
    private readonly actions: Actions,
  ) {
    const { theme, language, root, store, base } = shell;
    const words = wordsOf(language);
    const { say, pick, rate, retry, again } = actions;
    this.head = new Head(theme, words, language, actions);
    this.log = new Log({ words, language, base, bot: theme.name, csat: theme.csat, pick, say, rate, retry, again });
    this.foot = new Foot(theme, words, language, store, say, pick, actions.attach);
    this.dialog = h(
      "dialog",
      {
        class: "panel",
        lang: language,
        dir: direction(language),
        "aria-labelledby": "title",
        keydown: (event: KeyboardEvent) => this.pressed(event),
        cancel: (event: Event) => this.escape(event),
      },
      this.head.element,
      this.head.notice,
      this.log.element,
      this.foot.element,
      this.live,
    );
    root.append(this.dialog);
    const { signal } = this.stop;
    NARROW.addEventListener("change", () => this.isOpen && this.show(this.hasFocus), { signal });
    for (const name of ["resize", "scroll"]) visualViewport?.addEventListener(name, () => this.fit(), { signal });
  }

  get isOpen(): boolean {
    return this.dialog.open;
  }

  /** Whether the focus is in the panel. */
  get hasFocus(): boolean {
    return this.dialog.contains(this.shell.root.activeElement);
  }

  /** Show the dialog; `focus` where someone asked for it. */
  show(focus: boolean): void {
    const before = document.activeElement;
    this.colours.replaceSync(panelColours(this.shell.theme, isPageDark()));
    if (this.dialog.open) this.dialog.close();
    if (NARROW.matches) this.dialog.showModal();
    else this.dialog.show();
    this.fit();
    if (focus) this.focus();
    else if (!NARROW.matches) {
      // A dialog takes the focus by itself.
      (this.shell.root.activeElement as HTMLElement | null)?.blur();
      if (before instanceof HTMLElement && before !== document.body) before.focus();
    }
  }

  hide(): void {
    this.dialog.close();
  }

  /** Be gone; another view takes its place. */
  remove(): void {
    this.stop.abort();
    this.dialog.remove();
  }

  /** Put the focus where one writes; on phones that would raise the keyboard before anything was read. */
  focus(): void {
    (NARROW.matches ? this.head.title : this.foot.field).focus();
  }

  /** Show the conversation as it is now. */
  draw({ transcript, trouble, typing }: Conversation): void {
    const had = this.shell.root.activeElement;
    this.head.draw(transcript.person, trouble);
    this.foot.draw(transcript.person, transcript.question?.input ?? null);
    this.log.draw(transcript, typing);
    // What was pressed may be a message now.
    if (had && !had.isConnected) this.focus();
  }

  /** Show the end of the conversation. */
  toEnd(): void {
    this.log.toEnd();
  }

  /** Tell screen readers. */
  announce(text: string): void {
    this.live.append(h("p", {}, text));
    while (this.live.childElementCount > ANNOUNCED) this.live.firstElementChild?.remove();
  }

  /** On phones the keyboard covers the lower part of the page: the panel ends above it. */
  private fit(): void {
    if (!this.dialog.open || !visualViewport || !NARROW.matches) return;
    const { height, offsetTop } = visualViewport;
    this.sizes.replaceSync(`.panel:modal{height:${Math.round(height)}px;top:${Math.round(offsetTop)}px}`);
    this.log.toEnd();
  }

  private pressed(event: KeyboardEvent): void {
    // The page's own shortcuts are not meant here.
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing) this.escape(event);
  }

  private escape(event: Event): void {
    event.preventDefault();
    if (!this.head.closeMenu()) this.actions.close();
  }
}
