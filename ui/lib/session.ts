import type { Shape } from "../api/types";

/** One thing a person may do. */
export type Ability = Shape<"Ability">;

/** The signed-in person as `/api/v1/me` tells it. */
export type User = Shape<"MeUser">;

/** Skins a reader may choose; `auto` follows the system. */
export type Skin = "auto" | "light" | "dark";

/** The reader's layout choices. */
export interface Layout {
  isRTL: boolean;
  menuCollapsed: boolean;
  menuHidden: boolean;
  contentWidth: string;
}

/** What a page may know of its reader; never a token of theirs. */
export interface Session {
  user: User | null;
  workspace: { id: string; name: string } | null;
  locale: Locale;
  dir: "ltr" | "rtl";
  zone: string;
  now: string;
  skin: Skin;
  layout: Layout;
  /** There is no room to write on the server: nothing can be saved now. */
  readOnly: boolean;
  csrf: string;
}

/** The languages the interface speaks. */
export type Locale = "en" | "hi" | "ar";

/** The languages with their own names, in menu order. */
export const LANGUAGES: readonly { id: Locale; name: string }[] = [
  { id: "en", name: "English" },
  { id: "hi", name: "हिन्दी" },
  { id: "ar", name: "العربية" },
];

/** Tell whether the abilities allow an action on a subject. */
export function can(ability: readonly Ability[], action: string, subject: string): boolean {
  return ability.some((a) => (a.action === "manage" || a.action === action) && (a.subject === "all" || a.subject === subject));
}
