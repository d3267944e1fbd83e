import type { Layout, Session, Skin } from "../../lib/session";

/** What one choice remembers, by the name of the preference. */
export type Chosen = Partial<
  Pick<Layout, "isRTL" | "menuCollapsed" | "menuHidden" | "contentWidth" | "navbar" | "footer" | "saveData"> & {
    skin: Skin;
  }
>;

/** One thing that can be chosen, and between what. */
interface Choice {
  id: string;
  options: readonly (readonly [id: string, values: Chosen])[];
}

/** All that can be chosen, the default first. */
export const CHOICES: readonly Choice[] = [
  {
    id: "skin",
    options: (["light", "dark", "auto", "bordered", "semi-dark"] as const).map((skin) => [skin, { skin }]),
  },
  {
    id: "menu",
    options: [
      ["collapsed", { menuHidden: false, menuCollapsed: true }],
      ["pinned", { menuHidden: false, menuCollapsed: false }],
      ["hidden", { menuHidden: true }],
    ],
  },
  { id: "width", options: (["full", "boxed"] as const).map((contentWidth) => [contentWidth, { contentWidth }]) },
  {
    id: "navbar",
    options: (["sticky", "static", "floating", "hidden"] as const).map((navbar) => [navbar, { navbar }]),
  },
  { id: "footer", options: (["hidden", "static", "sticky"] as const).map((footer) => [footer, { footer }]) },
  { id: "data", options: (["auto", "on", "off"] as const).map((saveData) => [saveData, { saveData }]) },
  {
    id: "direction",
    options: [
      ["ltr", { isRTL: false }],
      ["rtl", { isRTL: true }],
    ],
  },
];

/** What is remembered of nothing: how pages come without any choice. */
export const DEFAULTS: Chosen = {
  skin: "light",
  menuCollapsed: true,
  menuHidden: false,
  contentWidth: "full",
  navbar: "sticky",
  footer: "hidden",
  saveData: "auto",
};

/** Tell whether a choice is in force. */
export function isChosen({ skin, layout }: Pick<Session, "skin" | "layout">, values: Chosen): boolean {
  const present: Record<string, unknown> = { saveData: "auto", ...layout, skin };
  return Object.entries(values).every(([key, value]) => present[key] === value);
}
