/** The panel: a conversation in a dialog, whole on phones, beside the page elsewhere. Fetched when first opened. */
import { isPageDark, panelColours } from "./colours";
import { Conversation } from "./conversation";
import { h, sheet } from "./dom";
import { Foot } from "./foot";
import { Head } from "./head";
import { direction } from "./launcher-words";
import { Link, type Opening } from "./link";
import { Log } from "./log";
import css from "./panel.css?inline";
import type { Entry } from "./transcript";
import type { Panel, Shell, Theme } from "./types";
import { wordsOf } from "./words";

const NARROW = matchMedia("(max-width: 480px)");

/** What a conversation is opened with, from this page. */
function openingOf({ token, language, vars, user }: Shell): Opening {
  const known = user();
  const page_url = location.href.split("#", 1)[0]!;
  return { token, lang: language, page_url, referrer: document.referrer, vars, ...(known && { user: known }) };
}

class Whole implements Panel {
  private readonly words;
  private readonly conversation;
  private readonly dialog;
  private readonly head;
  private readonly log;
  private readonly foot;
  private readonly live = h("div", { class: "sr", role: "status" });
  private readonly colours = new CSSStyleSheet();
  private readonly sizes = new CSSStyleSheet();
  private unread = 0;
  private isDrawing = false;

  constructor(private readonly shell: Shell) {
    const { theme, language, root, store, base } = shell;
    this.words = wordsOf(language);
    this.conversation = new Conversation(new Link(base), store, () => openingOf(shell), {
      changed: () => this.changed(),
      heard: (entry) => this.heard(entry),
      caughtUp: () => this.caughtUp(),
      ended: () => shell.emit("end"),
      theme: (etag) => void this.renew(etag),
    });
    const retry = () => this.conversation.retry();
    const say = (text: string) => this.say(text);
    const again = () => this.again();
    this.head = new Head(theme, this.words, language, { close: () => this.close(), again, speak: say, retry });
    this.log = new Log({
      words: this.words,
      language,
      bot: theme.name,
      pick: ({ id, label }) => this.say(label, { id }),
      say,
      retry,
      again,
    });
    this.foot = new Foot(theme, this.words, language, store, say);
    this.dialog = h(
      "dialog",
      {
        class: "panel",
        lang: language,
        dir: direction(language),
        "aria-labelledby": "title",
        keydown: (event: KeyboardEvent) => this.pressed(event),
        cancel: (event: Event) => this.cancelled(event),
      },
      this.head.element,
      this.head.notice,
      this.log.element,
      this.foot.element,
      this.live,
    );
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet(css), this.colours, this.sizes];
    root.append(this.dialog);
    this.unread = store.kept?.unread ?? 0;
    NARROW.addEventListener("change", () => this.dialog.open && this.show());
    visualViewport?.addEventListener("resize", () => this.fit());
    visualViewport?.addEventListener("scroll", () => this.fit());
    this.conversation.begin();
  }

  open = (focus: boolean): void => {
    if (this.dialog.open) return;
    this.colours.replaceSync(panelColours(this.shell.theme, isPageDark()));
    this.shell.launcher.opened(true);
    this.show(focus);
    this.shell.store.note({ open: true });
    this.conversation.begin();
    this.read();
    this.draw();
    this.log.toEnd();
    this.shell.emit("open");
  };

  close = (): void => {
    if (!this.dialog.open) return;
    const had = this.shell.root.activeElement;
    this.dialog.close();
    this.shell.store.note({ open: false });
    this.shell.launcher.opened(false);
    if (had && this.dialog.contains(had)) this.shell.launcher.focus();
  };

  send = (text: string): void => {
    if (text.trim()) this.say(text.trim());
  };

  identified = (): void => this.anew();

  reset = (): void => this.anew();

  /** Begin for somebody else, or for nobody known: what stands here is not theirs to read. */
  private anew(): void {
    this.conversation.reset(true);
    this.unread = 0;
    this.shell.launcher.count(0);
    if (this.dialog.open) this.conversation.begin();
  }

  private again(): void {
    this.conversation.reset(false);
    this.conversation.begin();
    this.foot.field.focus();
  }

  private say(text: string, choice: { id: string } | null = null): void {
    const had = this.shell.root.activeElement;
    this.conversation.say(text, choice);
    this.draw();
    this.log.toEnd();
    // What was pressed is a message now: the focus goes on to where one writes. On phones that would raise the keys.
    if (had && this.log.element !== had && !had.isConnected)
      (NARROW.matches ? this.log.element : this.foot.field).focus();
  }

  /** Show the dialog: alone on phones, where it covers the page, and beside it elsewhere. */
  private show(focus = this.dialog.contains(this.shell.root.activeElement)): void {
    const before = document.activeElement;
    if (this.dialog.open) this.dialog.close();
    if (NARROW.matches) this.dialog.showModal();
    else this.dialog.show();
    this.fit();
    // A dialog takes the focus by itself; nobody asked for it when the page opened it.
    if (focus) (NARROW.matches ? this.head.title : this.foot.field).focus();
    else if (!NARROW.matches && before instanceof HTMLElement) {
      (this.shell.root.activeElement as HTMLElement | null)?.blur();
      if (before !== document.body) before.focus();
    }
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
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    if (!this.head.closeMenu()) this.close();
  }

  private cancelled(event: Event): void {
    event.preventDefault();
    if (!this.head.closeMenu()) this.close();
  }

  private heard(entry: Entry): void {
    const { id, speaker, text, name, at } = entry;
    const who = speaker === "agent" ? name || this.words.aPerson : this.shell.theme.name;
    if (entry.kind === "message")
      this.shell.emit("message", { id, speaker, text, options: entry.options, at: new Date(at).toISOString() });
    if (this.dialog.open) {
      const line = h("p", {}, `${who}: ${text}`);
      this.live.append(line);
      while (this.live.childElementCount > 5) this.live.firstElementChild?.remove();
      return;
    }
    if (entry.kind !== "message") return;
    this.unread += 1;
    this.conversation.note(this.conversation.seen, this.unread);
    this.shell.launcher.count(this.unread);
    this.shell.launcher.say({ who, text }, true);
  }

  /** Count what came while the visitor was away. */
  private caughtUp(): void {
    if (this.dialog.open) {
      this.live.textContent = this.words.history;
      return;
    }
    const { entries } = this.conversation.transcript;
    const from = entries.findIndex(({ id }) => id === this.conversation.seen) + 1;
    const isTold = ({ kind, speaker }: Entry) => kind === "message" && speaker !== "user" && speaker !== "system";
    this.unread = entries.slice(from).filter(isTold).length;
    this.conversation.note(this.conversation.seen, this.unread);
    this.shell.launcher.count(this.unread);
  }

  /** What is in the open panel has been read. */
  private read(): void {
    if (!this.dialog.open) return;
    this.unread = 0;
    this.shell.launcher.count(0);
    const last = this.conversation.transcript.entries.findLast(({ id }) => id !== null);
    this.conversation.note(last?.id ?? this.conversation.seen, 0);
  }

  /** Draw once for any number of changes. */
  private changed(): void {
    if (this.isDrawing) return;
    this.isDrawing = true;
    queueMicrotask(() => {
      this.isDrawing = false;
      this.read();
      if (this.dialog.open) this.draw();
    });
  }

  private draw(): void {
    const { transcript, trouble, typing } = this.conversation;
    this.head.draw(transcript.person, trouble);
    this.foot.draw(transcript.person, transcript.question?.input ?? null);
    this.log.draw(transcript, typing !== null);
  }

  /** Take the theme the server has now, if it is another one. */
  private async renew(etag: string | null | undefined): Promise<void> {
    const { shell } = this;
    if (!etag || !shell.etag || etag === shell.etag) return;
    const answer = await fetch(`${shell.base}/w/1/${shell.token}/theme`, { credentials: "omit", cache: "reload" });
    if (!answer.ok) return;
    const theme = (await answer.json()) as Theme;
    Object.assign(shell.theme, theme);
    shell.etag = answer.headers.get("ETag");
    this.colours.replaceSync(panelColours(theme, isPageDark()));
  }
}

/** Make the panel, closed. */
export const start = (shell: Shell): Panel => new Whole(shell);

