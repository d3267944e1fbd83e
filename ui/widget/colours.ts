/** Colours of a theme that stay readable: on light and on dark, whatever the dealer chose. */
import type { Theme } from "./types";

type Rgb = readonly [number, number, number];

const READABLE = 4.5;
const CLEAR = 8;
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A colour written as `#rgb` or `#rrggbb`; anything else is the second one. */
export const hex = (text: unknown, otherwise: string): string =>
  typeof text === "string" && HEX.test(text) ? text : otherwise;

function rgb(text: string): Rgb {
  const digits = text.length === 4 ? [...text.slice(1)].map((digit) => digit + digit) : text.slice(1).match(/../g)!;
  return digits.map((two) => parseInt(two, 16)) as unknown as Rgb;
}

function luminance(text: string): number {
  const [r, g, b] = rgb(text).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How far two colours stand apart, from 1 to 21. */
export function contrast(colour: string, other: string): number {
  const [low, high] = [luminance(colour), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function mix(colour: string, other: string, share: number): string {
  const to = rgb(other);
  return `#${rgb(colour)
    .map((value, i) =>
      Math.round(value + (to[i]! - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** A colour moved towards black or white, whichever the ground is not, until it can be read on it. */
export function readable(colour: string, ground: string, least = READABLE): string {
  const to = luminance(ground) > 0.18 ? "#000000" : "#ffffff";
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, to, share);
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return to;
}

/** Text on a ground: the ink wanted if it can be read there, else black or white. */
const inkOn = (ground: string, least: string) =>
  contrast(least, ground) >= READABLE
    ? least
    : contrast("#ffffff", ground) > contrast("#111111", ground)
      ? "#ffffff"
      : "#111111";

const LIGHT = { surface: "#ffffff", ground: "#f4f5f8", ink: "#171b24", quiet: "#565e6e", line: "#dfe2e8" };
const DARK = { surface: "#1d2129", ground: "#14171d", ink: "#eceef2", quiet: "#a7afbd", line: "#363c48" };
const ALERT = { light: ["#a3241f", "#fff0da", "#6b4300"], dark: ["#ff9d94", "#3a2c12", "#f5d49a"] } as const;

/** What the launcher needs of a theme. */
export function launcherColours(theme: Theme): string {
  const primary = hex(theme.primary, "#1b2a47");
  return `:host{--primary:${primary};--on-primary:${inkOn(primary, hex(theme.on_primary, "#ffffff"))}}`;
}

const FONTS: Readonly<Record<Theme["font"], string>> = {
  system: "inherit",
  serif: 'ui-serif, Georgia, "Times New Roman", "Noto Serif", serif',
  rounded: 'ui-rounded, "SF Pro Rounded", "Segoe UI", system-ui, sans-serif',
  mono: "ui-monospace, Menlo, Consolas, monospace",
};

/** The panel's colours on a light or a dark page, by the names its style sheet has for them. */
export function panelValues(theme: Theme, dark: boolean) {
  const base = dark ? DARK : LIGHT;
  const primary = hex(theme.primary, "#1b2a47");
  const user = hex(theme.bubble_user, primary);
  // A light bubble on a dark page would shine: there it is the surface, as every other card.
  const bot = dark ? base.surface : hex(theme.bubble_bot, base.surface);
  const [alert, notice, onNotice] = dark ? ALERT.dark : ALERT.light;
  const radius = Number.isFinite(theme.radius) ? Math.min(24, Math.max(0, theme.radius)) : 12;
  const onUser = theme.on_bubble_user ?? theme.on_primary;
  return {
    ...base,
    // A light ground on a dark page would shine as well.
    ground: dark ? base.ground : hex(theme.background, base.ground),
    accent: readable(primary, base.surface, dark ? CLEAR : READABLE),
    user,
    "on-user": inkOn(user, hex(onUser, "#ffffff")),
    bot,
    "on-bot": inkOn(bot, base.ink),
    alert,
    notice,
    "on-notice": onNotice,
    radius: `${radius}px`,
    font: FONTS[theme.font] ?? FONTS.system,
  };
}

/** The same as a rule. */
export function panelColours(theme: Theme, dark: boolean): string {
  const set = Object.entries(panelValues(theme, dark)).map(([name, value]) => `--${name}:${value}`);
  return `:host{${set.join(";")};color-scheme:${dark ? "dark" : "light"}}`;
}

/** Whether the page around is dark: by its ground, or where it has none, by the scheme it declares. */
export function isPageDark(): boolean {
  for (const element of [document.body, document.documentElement]) {
    const [r, g, b, a] = (getComputedStyle(element).backgroundColor.match(/^rgba?\(([^)]+)\)/)?.[1] ?? "0,0,0,0")
      .split(/[ ,/]+/)
      .map(Number) as [number, number, number, number?];
    if (a !== 0) return 0.2126 * r + 0.7152 * g + 0.0722 * b < 90;
  }
  return (
    /dark/.test(getComputedStyle(document.documentElement).colorScheme) &&
    matchMedia("(prefers-color-scheme: dark)").matches
  );
}
