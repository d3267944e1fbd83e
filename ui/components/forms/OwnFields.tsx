import type { ReactNode } from "react";
import { useOwn } from "./typed";
import type { Own } from "./useOwnForm";

export type Fields = ReactNode | ((own: Own) => ReactNode);

/** The fields of the form around; a function is given what was typed and what is wrong, for what no control does. */
export function OwnFields({ children }: { children?: Fields }) {
  const own = useOwn();
  return typeof children === "function" ? children(own) : children;
}
