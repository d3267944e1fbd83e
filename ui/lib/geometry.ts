/** Numbers of a place on the screen, as custom properties that a sheet computes with. */
import type { CSSProperties } from "react";

/** The style attribute that holds them: `{ from: 540 }` is `--from: 540`. */
export const geometry = (values: Readonly<Record<string, number>>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value])) as CSSProperties;
