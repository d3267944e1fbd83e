import type { ReactNode } from "react";
import { useFormState } from "./typed";
import type { FormState } from "./useOwnForm";

export type Fields = ReactNode | ((own: FormState) => ReactNode);

/** The fields of the form around; a function is given what was typed and what is wrong, for what no control does. */
export function FormFields({ children }: { children?: Fields }) {
  const own = useFormState();
  return typeof children === "function" ? children(own) : children;
}
