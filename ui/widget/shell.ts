/** What the loader and the panel know of each other. */
import type { Launcher } from "./launcher";
import type { Store } from "./store";
import type { Happening, Theme, User } from "./types";

/** What the loader hands to the panel. */
export interface Shell {
  base: string;
  token: string;
  theme: Theme;
  etag: string | null;
  language: string;
  vars: Readonly<Record<string, unknown>>;
  trial: string | undefined;
  user: () => User | null;
  /** The mark of the offer that the next conversation answers. */
  mark?: string;
  root: ShadowRoot;
  store: Store;
  launcher: Launcher;
  emit: (happening: Happening, detail?: unknown) => void;
}

/** What the loader asks of the panel. */
export interface Panel {
  open: (focus: boolean) => void;
  close: () => void;
  send: (text: string) => void;
  reset: () => void;
  /** The page has taken the whole of it away and it is there again. */
  back: () => void;
}
