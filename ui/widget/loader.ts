/** The script on other people's pages: shows the launcher, gives them `Bot`, fetches the panel when it is wanted. */
import { Launcher } from "./launcher";
import { chooseLanguage, textOf } from "./launcher-words";
import { Store } from "./store";
import type { Panel, Shell } from "./shell";
import type { Happening, Offer, Theme, User } from "./types";

const WAITS_S = [2, 8, 30];
const WIDE = "(min-width: 481px)";

type Listener = (detail?: unknown) => void;

/** What is said about a page that uses the widget wrongly, to anyone who looks for the reason. */
// eslint-disable-next-line no-console
const warn = (text: string) => console.warn(`Chat: ${text}`);

/** An attribute's JSON object. */
function object(text: string | undefined, attribute: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || "{}");
    if (value && typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  warn(`${attribute} is not a JSON object and was ignored.`);
  return {};
}

/** One widget on one page. */
class Widget {
  private readonly listeners = new Map<Happening, Set<Listener>>();
  private readonly vars: Record<string, unknown>;
  private readonly ready: Promise<Shell | null>;
  private user: User | null;
  private panel: Promise<Panel> | null = null;
  private attempts = 0;

  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly attributes: DOMStringMap,
  ) {
    this.vars = object(attributes.vars, "data-vars");
    this.user = attributes.userId ? { id: attributes.userId, hash: attributes.userHash } : null;
    this.ready = this.begin();
  }

  /** Fetch the theme, again after a while where the line is bad; a refusal is final. */
  private async theme(): Promise<{ theme: Theme; etag: string | null } | null> {
    for (const seconds of [...WAITS_S, 0]) {
      try {
        const answer = await fetch(`${this.base}/w/1/${this.token}/theme`, { credentials: "omit" });
        if (answer.ok) return { theme: (await answer.json()) as Theme, etag: answer.headers.get("ETag") };
        if (answer.status < 500 && answer.status !== 429) {
          warn(`the server answered ${answer.status}: check the token and its allowed origins.`);
          return null;
        }
      } catch {
        // Refused to this origin, forbidden by the page's own policy, or unreachable: all look alike from here.
        if (!seconds) warn(`no answer from ${this.base}: check the token's allowed origins and connect-src.`);
      }
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
    return null;
  }

  private async begin(): Promise<Shell | null> {
    const loaded = await this.theme();
    if (!loaded) return null;
    const { theme, etag } = loaded;
    if (document.readyState === "loading")
      await new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }));
    const store = new Store(this.token, theme.persistence);
    const language = chooseLanguage(theme, [
      store.tab.language,
      this.attributes.lang,
      document.documentElement.lang,
      ...(navigator.languages ?? []),
    ]);
    const launcher = new Launcher(theme, language, (from) => {
      store.note({ greeted: true });
      const { offer } = store.tab;
      if (offer && from !== "launcher") {
        store.note({ offer: null });
        if (from === "dismiss")
          void fetch(`${this.base}/o/${offer.code}/dismissed`, { method: "POST", mode: "no-cors" });
        else shell.mark = offer.mark;
        if (from === "teaser" && offer.link) return void location.assign(offer.link);
      }
      if (from === "dismiss") launcher.say(null);
      else if (launcher.isOpen) this.close();
      else this.open();
    });
    const shell: Shell = {
      base: this.base,
      token: this.token,
      theme,
      etag,
      language,
      vars: this.vars,
      trial: this.attributes.trial,
      user: () => this.user,
      root: launcher.root,
      store,
      launcher,
      emit: (happening, detail) => this.emit(happening, detail),
    };
    launcher.mount(() => void this.panel?.then((panel) => panel.back()));
    this.resume(shell);
    if (this.user?.hash) void this.offer(shell);
    return shell;
  }

  /** Take up what the visitor had before on this site, or greet them. */
  private resume({ store, launcher, theme, language }: Shell): void {
    const { open, greeted } = store.tab;
    const state = store.saved;
    // Another person's, on a shared device.
    const own = state?.user === (this.user?.id ?? null) ? state : null;
    const isWide = matchMedia(WIDE).matches;
    if (own) launcher.count(own.unread);
    if (open === undefined ? this.attributes.open === "1" : open && isWide)
      return void this.load((it) => it.open(false));
    // Someone may be answering: a visitor who opened the panel in this tab is reported without opening it again.
    if (own?.person && open !== undefined) return void this.load(() => undefined);
    const greeting = textOf(theme.greeting, theme, language);
    if (greeting && !greeted && !own) launcher.say({ text: greeting });
  }

  /** Show the offer that waits for a visitor whom the page proves; once asked for, a tab goes on with it. */
  private async offer({ store, launcher }: Shell): Promise<void> {
    let { offer } = store.tab;
    if (offer === undefined) {
      try {
        const answer = await fetch(`${this.base}/w/1/offers`, {
          method: "POST",
          credentials: "omit",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ token: this.token, user: this.user }),
        });
        if (!answer.ok) return;
        ({ offer } = (await answer.json()) as { offer: Offer | null });
      } catch {
        return;
      }
      store.note({ offer });
    }
    if (offer) launcher.say({ text: offer.text }, true);
  }

  /** Have the panel, fetched once, and do something with it. */
  private async load(act: (panel: Panel) => void): Promise<void> {
    const shell = await this.ready;
    if (!shell) return;
    // An address that failed may stay failed for the page: each attempt has its own.
    const again = this.attempts ? `?again=${this.attempts}` : "";
    this.panel ??= import(`${this.base}/w/1/${PANEL_FILE}${again}`).then(
      ({ start }: { start: (shell: Shell) => Panel }) => start(shell),
    );
    try {
      act(await this.panel);
    } catch (error) {
      this.panel = null;
      this.attempts += 1;
      warn(String(error));
      shell.launcher.failed(shell.theme.phone);
    }
  }

  private emit(happening: Happening, detail?: unknown): void {
    for (const listener of this.listeners.get(happening) ?? []) {
      try {
        listener(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }

  open = (): void => void this.load((panel) => panel.open(true));

  close = (): void => {
    if (this.panel) void this.load((panel) => panel.close());
  };

  send = (text: string): void => void this.load((panel) => panel.send(String(text)));

  identify = ({ id, hash, attrs }: User): void => {
    const isOther = this.user?.id !== String(id);
    this.user = { id: String(id), hash, attrs };
    // The conversation so far is not another person's to read.
    if (this.panel && isOther) void this.load((panel) => panel.reset());
    if (hash) void this.ready.then((shell) => shell && this.offer(shell));
  };

  reset = (): void => {
    this.user = null;
    if (this.panel) void this.load((panel) => panel.reset());
    else
      void this.ready.then((shell) => {
        if (!shell) return;
        shell.store.saved = null;
        shell.launcher.count(0);
      });
  };

  on = (happening: Happening, listener: Listener): (() => void) => {
    const set = this.listeners.get(happening) ?? new Set();
    this.listeners.set(happening, set.add(listener));
    return () => void set.delete(listener);
  };
}

const tag = document.currentScript as HTMLScriptElement | null;
const [, base, token] = /^(.*)\/w\/1\/([\w-]+)\.js(?:[?#]|$)/.exec(tag?.src ?? "") ?? [];
const page = globalThis as { Bot?: unknown };
if (!tag || base === undefined || !token) warn("the script has to be embedded by a script tag with its own address.");
else if (page.Bot) warn("this page has another Bot already; the second tag was ignored.");
else {
  const { open, close, send, identify, reset, on } = new Widget(base, token, tag.dataset);
  page.Bot = { open, close, send, identify, reset, on };
}
