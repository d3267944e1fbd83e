/** The contrasts of a theme's texts in both skins, which the server checks too, and colours that would be enough. */
import { contrast, hex, panelValues, readable } from "../../../widget/colours";
import type { Theme } from "../../../widget/types";
import type { COLOURS } from "./draft";

export const LEAST = 4.5;

/** A colour that would be enough in one field. */
export interface Repair {
  field: (typeof COLOURS)[number];
  colour: string;
  ratio: number;
}

/** One text on its ground, in the skin where it is read worst. */
export interface Contrast {
  id: "head" | "user" | "bot" | "links" | "small" | "launcher";
  text: string;
  ground: string;
  ratio: number;
  repairs: readonly Repair[];
}

type Two = readonly [text: string, ground: string];

/** The pair that is read worst. */
const worst = (pairs: readonly Two[]): Two =>
  pairs.reduce((two, other) => (contrast(...other) < contrast(...two) ? other : two));

/** A colour moved until it can be read beside another one. */
function repair(field: Repair["field"], colour: string, beside: string): Repair {
  const colour_ = readable(colour, beside);
  return { field, colour: colour_, ratio: contrast(colour_, beside) };
}

/** Every text of the widget, by where it is. */
export function contrastsOf(theme: Theme): Contrast[] {
  const [light, dark] = [panelValues(theme, false), panelValues(theme, true)];
  const primary = hex(theme.primary, "#000000");
  const onPrimary = hex(theme.on_primary, "#ffffff");
  const user = hex(theme.bubble_user, primary);
  const onUser = hex(theme.on_bubble_user, onPrimary);
  const head: Repair[] = [repair("on_primary", onPrimary, primary), repair("primary", primary, onPrimary)];
  const check = (id: Contrast["id"], pairs: readonly Two[], repairs: () => readonly Repair[]): Contrast => {
    const [text, ground] = worst(pairs);
    const ratio = contrast(text, ground);
    return { id, text, ground, ratio, repairs: ratio < LEAST ? repairs().filter((it) => it.ratio >= LEAST) : [] };
  };
  const small: Two[] = [light, dark].flatMap((it): Two[] => [
    [it.quiet, it.ground],
    [it.alert, it.ground],
  ]);
  return [
    check("head", [[onPrimary, primary]], () => head),
    check("user", [[onUser, user]], () => [
      repair("on_bubble_user", onUser, user),
      repair("bubble_user", user, onUser),
    ]),
    check(
      "bot",
      [
        [light.ink, light.bot],
        [dark.ink, dark.bot],
      ],
      () => [repair("bubble_bot", light.bot, light.ink)],
    ),
    check(
      "links",
      [
        [light.accent, light.surface],
        [dark.accent, dark.surface],
      ],
      () => [],
    ),
    check("small", small, () => [repair("background", light.ground, light.quiet)]),
    check("launcher", [[onPrimary, primary]], () => head),
  ];
}
