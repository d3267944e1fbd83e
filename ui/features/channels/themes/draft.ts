/** A theme as the form has it: what its preview and its contrasts are made of. */
import type { Theme as WidgetTheme } from "../../../widget/types";
import type { Values } from "./api";

export const COLOURS = ["primary", "on_primary", "bubble_user", "on_bubble_user", "bubble_bot", "background"] as const;
export const FONTS = ["system", "serif", "rounded", "mono"] as const;
export const LAUNCHERS = ["chat", "messages", "headset", "car"] as const;
export const WIDEST = 24;

/** A field of a theme as text: `primary`, or of a text in a language `greeting.en`. */
export function textIn(theme: Values, name: string): string {
  const [outer = "", language] = name.split(".");
  const value = (theme as Record<string, unknown>)[outer];
  if (language) return (value as Record<string, string> | undefined)?.[language] ?? "";
  return value == null ? "" : String(value as string | number);
}

/** What a widget would be given, read field by field. */
export function draftOf(read: (name: string) => string, languages: readonly string[], bot: string): WidgetTheme {
  const texts = (name: string) =>
    Object.fromEntries(languages.map((language) => [language, read(`${name}.${language}`)]).filter(([, text]) => text));
  return {
    name: read("name") || bot,
    languages,
    language: languages[0] ?? "en",
    greeting: texts("greeting"),
    placeholder: texts("placeholder"),
    primary: read("primary"),
    on_primary: read("on_primary"),
    bubble_user: read("bubble_user"),
    on_bubble_user: read("on_bubble_user"),
    bubble_bot: read("bubble_bot"),
    background: read("background"),
    radius: Math.min(WIDEST, Number(read("radius")) || 0),
    font: read("font") as WidgetTheme["font"],
    avatar: read("avatar"),
    launcher: read("launcher") as WidgetTheme["launcher"],
    position: read("position") === "left" ? "left" : "right",
    csat: read("csat") as WidgetTheme["csat"],
    persistence: "memory",
    phone: null,
    handoff: false,
    custom_css: "",
  };
}
