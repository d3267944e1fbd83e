/** The panel: a conversation and what is seen of it. Fetched when first opened. */
import { Conversation } from "./conversation";
import { sheet } from "./dom";
import { Link, type Opening } from "./link";
import css from "./panel.css?inline";
import { handoffText } from "./entries";
import type { Entry } from "./transcript";
import type { Panel, Shell } from "./shell";
import type { Theme } from "./types";
import { View } from "./view";
import { wordsOf } from "./words";

/** What a conversation is opened with, from this page. */
function openingOf({ token, language, vars, trial, user, mark }: Shell): Opening {
  const before = user();
  const page = new URL(location.href);
  page.hash = "";
  if (mark) page.searchParams.set("parley_offer", mark);
  const page_url = page.href;
  return {
    token,
    lang: language,
    page_url,
    referrer: document.referrer,
    vars,
    ...(trial && { trial }),
    ...(before && { user: before }),
  };
}

/** An entity tag without its marks, which proxies change. */
const bare = (etag: string) => etag.replace(/^W\/|"/g, "");

/** As often an open page asks whether the theme has changed. */
const LOOK_MS = 30_000;

class Whole implements Panel {
  private readonly conversation;
  private readonly colours = new CSSStyleSheet();
  private readonly sizes = new CSSStyleSheet();
  private readonly own = new CSSStyleSheet();
  private view: View;
  private unread: number;
  private isDrawing = false;

  constructor(private readonly shell: Shell) {
    const { root, store, base } = shell;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet(css), this.colours, this.sizes, this.own];
    this.conversation = new Conversation(new Link(base), store, () => openingOf(shell), {
      changed: () => this.changed(),
      heard: (entry) => this.heard(entry),
      caughtUp: () => this.caughtUp(),
      ended: () => shell.emit("end"),
      theme: (etag) => void this.renew(etag),
    });
    this.view = this.makeView();
    this.unread = store.saved?.unread ?? 0;
    this.conversation.begin();
    setInterval(() => void (document.visibilityState === "visible" && this.refresh()), LOOK_MS);
  }

  open = (focus: boolean): void => {
    if (this.view.isOpen) return;
    this.shell.launcher.opened(true);
    this.view.show(focus);
    this.shell.store.note({ open: true });
    this.conversation.begin();
    this.read();
    this.draw();
    this.view.toEnd();
    this.shell.emit("open");
  };

  close = (): void => {
    if (!this.view.isOpen) return;
    const had = this.view.hasFocus;
    this.view.hide();
    this.shell.store.note({ open: false });
    this.shell.launcher.opened(false);
    if (had) this.shell.launcher.focus();
  };

  send = (text: string): void => {
    if (text.trim()) this.say(text.trim());
  };

  /** Begin for someone else, or for nobody known: what is here is not theirs to read. */
  reset = (): void => {
    this.conversation.reset(true);
    this.unread = 0;
    this.shell.launcher.count(0);
    if (this.view.isOpen) this.conversation.begin();
  };

  back = (): void => {
    if (!this.view.isOpen) return;
    // Out of the document a dialog loses its place above the page.
    this.view.show(false);
    this.draw();
    this.view.toEnd();
  };

  private makeView(): View {
    this.own.replaceSync(this.shell.theme.custom_css ?? "");
    return new View(this.shell, this.colours, this.sizes, {
      close: this.close,
      retry: () => this.conversation.retry(),
      again: () => this.again(),
      speak: (language, name) => this.speak(language, name),
      say: (text) => this.say(text),
      pick: ({ id, label }) => this.say(label, { id }),
      rate: (event, helpful) => this.conversation.rate(event, helpful),
      attach: (file) => {
        this.conversation.sendFile(file);
        this.draw();
        this.view.toEnd();
      },
    });
  }

  /** Show the same conversation again, in another language or theme. */
  private renewView(): void {
    const { isOpen, hasFocus } = this.view;
    this.view.remove();
    this.view = this.makeView();
    if (!isOpen) return;
    this.view.show(hasFocus);
    this.draw();
    this.view.toEnd();
  }

  /** Go on in another language: the bot is asked for it by its name. */
  private speak(language: string, name: string): void {
    this.shell.language = language;
    this.shell.store.note({ language });
    this.shell.launcher.speak(language);
    this.renewView();
    this.say(name);
  }

  private again(): void {
    this.conversation.reset(false);
    this.conversation.begin();
    this.view.focus();
  }

  private say(text: string, choice: { id: string } | null = null): void {
    this.conversation.say(text, choice);
    this.draw();
    this.view.toEnd();
  }

  private get words() {
    return wordsOf(this.shell.language);
  }

  private nameOf({ speaker, name }: Entry): string {
    return speaker === "agent" ? name || this.words.aPerson : this.shell.theme.name;
  }

  private heard(entry: Entry): void {
    const { id, kind, speaker, text, options, at } = entry;
    const who = this.nameOf(entry);
    if (this.view.isOpen) this.view.announce(kind === "handoff" ? handoffText(entry, this.words) : `${who}: ${text}`);
    if (kind !== "message") return;
    if (!this.view.isOpen) {
      this.unread += 1;
      this.conversation.note(this.conversation.seen, this.unread);
      this.shell.launcher.count(this.unread);
      this.shell.launcher.say({ who, text }, true);
    }
    this.shell.emit("message", { id, speaker, text, options, at: new Date(at).toISOString() });
  }

  /** Count what came while the visitor was away. */
  private caughtUp(): void {
    if (this.view.isOpen) return this.view.announce(this.words.history);
    const { entries } = this.conversation.transcript;
    const from = entries.findIndex(({ id }) => id === this.conversation.seen) + 1;
    const isAnnounced = ({ kind, speaker }: Entry) => kind === "message" && speaker !== "user" && speaker !== "system";
    const reported = entries.slice(from).filter(isAnnounced);
    const last = reported.at(-1);
    if (last && reported.length > this.unread)
      this.shell.launcher.say({ who: this.nameOf(last), text: last.text }, true);
    this.unread = reported.length;
    this.conversation.note(this.conversation.seen, this.unread);
    this.shell.launcher.count(this.unread);
  }

  /** What is in the open panel has been read. */
  private read(): void {
    if (!this.view.isOpen) return;
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
      this.draw();
    });
  }

  private draw(): void {
    if (this.view.isOpen) this.view.draw(this.conversation);
  }

  /** Take the theme the server has now, if it is another one. */
  private async renew(etag: string | null | undefined): Promise<void> {
    const before = this.shell.etag;
    if (etag && before && bare(etag) !== bare(before)) await this.refresh();
  }

  /** Ask for the theme by its tag, and take another one; a bad line changes nothing. */
  private async refresh(): Promise<void> {
    const { shell } = this;
    try {
      const answer = await fetch(`${shell.base}/w/1/${shell.token}/theme`, { credentials: "omit", cache: "no-cache" });
      const etag = answer.headers.get("ETag");
      if (!answer.ok || !etag || bare(etag) === bare(shell.etag ?? "")) return;
      Object.assign(shell.theme, (await answer.json()) as Theme);
      shell.etag = etag;
    } catch {
      return;
    }
    shell.launcher.wear(shell.theme);
    this.renewView();
  }
}

/** Make the panel, closed. */
export const start = (shell: Shell): Panel => new Whole(shell);
