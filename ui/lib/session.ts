import type { Shape } from "../api/types";

/** One thing a person may do. */
export type Ability = Shape<"Ability">;

/** The signed-in person as `/api/v1/me` tells it. */
export type User = Shape<"MeUser">;

/** Skins a reader may choose; `auto` follows the system. */
export type Skin = "auto" | "light" | "dark" | "bordered" | "semi-dark";

/** The reader's layout choices. */
export interface Layout {
  isRTL: boolean;
  menuCollapsed: boolean;
  menuHidden: boolean;
  contentWidth: "full" | "boxed";
  navbar: "sticky" | "static" | "floating" | "hidden";
  footer: "hidden" | "static" | "sticky";
  /** Whether data is spared; left out where the reader chose nothing. */
  saveData?: "auto" | "on" | "off";
}

/** What a page may know of its reader; never a token of theirs. */
export interface Session {
  user: User | null;
  /** `site` where it is the one whose public pages everybody reads. */
  workspace: { id: string; name: string; site?: boolean; plan?: string } | null;
  locale: Locale;
  dir: "ltr" | "rtl";
  /** The languages offered, where they are not simply all of them. */
  languages?: readonly { id: Locale; name: string }[];
  zone: string;
  now: string;
  skin: Skin;
  layout: Layout;
  /** The reader has not yet used or dismissed the hint about the menu; left out afterwards. */
  menuHint?: boolean;
  /** There is no room to write on the server: nothing can be saved now. */
  readOnly: boolean;
  /** No mail leaves the installation, as no mail server is set up; left out otherwise. */
  noMail?: true;
  /** The document was asked for with as little data as possible; left out otherwise. */
  savesData?: true;
  /** As whom the reader only looks, and until when; left out otherwise. */
  viewing?: { name: string; until: string };
  /** Something long is under way that the reader began. */
  working: boolean;
  /** How many notifications the reader has not read; left out without any. */
  unread?: number;
  /** How many visitors wait for a person or for a call; left out without any, and for who does not read the inbox. */
  waiting?: number;
  csrf: string;
  /** The installation's own address, where it is set: what crawlers read names it. */
  origin?: string;
  /** Who can give access to a page that was refused; only there. */
  admins?: readonly string[];
  /** Where to say what is wrong or wished for, if the installation has such a place. */
  feedback?: string;
  /** The id of the request that brought the document. */
  request?: string;
}

/** The languages the interface speaks. */
export type Locale = "en" | "hi" | "ar";

/** The languages with their own names, in menu order. */
export const LANGUAGES: readonly { id: Locale; name: string }[] = [
  { id: "en", name: "English" },
  { id: "hi", name: "हिन्दी" },
  { id: "ar", name: "العربية" },
];

/** Subjects that are parts of others: who may do something to the whole may do it to the part. */
export const PART_OF: Readonly<Record<string, string>> = { Text: "Bot" };

/** Tell whether the abilities allow an action on a subject. */
export function can(ability: readonly Ability[], action: string, subject: string): boolean {
  const subjects = ["all", subject, PART_OF[subject]];
  return ability.some((a) => (a.action === "manage" || a.action === action) && subjects.includes(a.subject));
}

/**
 * Who may open something: everybody, guests, anyone signed in, or those with an ability; `whole` asks besides that they
 * see what no scope has a part of.
 */
export type Access = "public" | "guest" | "user" | { action: string; subject: string; whole?: true };

/** Tell whether a reader may open what asks for an access. */
export function mayOpen(access: Access, user: Pick<User, "ability" | "office"> | null): boolean {
  if (typeof access === "object")
    return can(user?.ability ?? [], access.action, access.subject) && !(access.whole && user?.office === "part");
  return access === "public" || (access === "user") === (user !== null);
}
