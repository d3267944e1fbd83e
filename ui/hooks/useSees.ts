/** What a person sees, in words: what their scope is limited to, kind by kind. */
import { useFormat, useText } from "../lib/i18n";
import type { Shape } from "../api";

type Said = Shape<"ScopeSummary">;

const PLACES = ["parents", "cities", "outlets"];

/** The parts of a scope in words; one sentence where it is everything or nothing. */
export function useSees(): (parts: readonly Said[]) => string {
  const t = useText();
  const f = useFormat();
  return (parts) => {
    const none = new Set(parts.filter(({ n }) => n === 0).map(({ kind }) => kind));
    const places = parts.filter(({ kind }) => PLACES.includes(kind));
    // Groups and cities are intersected: nothing in one of them leaves single outlets only.
    const isOpen = places.some(({ kind }) => kind !== "outlets") && !none.has("parents") && !none.has("cities");
    const held = places.filter(({ kind, n }) => n > 0 && (isOpen || kind === "outlets"));
    if (none.has("clients") || none.has("bots") || (places.length > 0 && held.length === 0))
      return t("people.sees.nothing");
    const visible = parts.filter((part) => !PLACES.includes(part.kind) || held.includes(part));
    if (visible.length === 0) return t("people.sees.all");
    return visible
      .map(({ kind, n, names }) => {
        // i18n: people.sees.n.*
        if (names.length === 0) return t(`people.sees.n.${kind}`, { n });
        const list = f.list(names);
        return n > names.length ? t("people.sees.more", { names: list, n: n - names.length }) : list;
      })
      .join(" · ");
  };
}
