import type { FormHTMLAttributes, ReactNode } from "react";
import { path } from "../lib/path";
import { useSelector } from "react-redux";
import type { ReaderState } from "../state";

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "method"> {
  /** The API call the form makes. */
  call: string;
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Where the reader goes afterwards, and what is shown again when the call refuses. */
  page: string;
  /** What the page then says, by the name of its area's text. */
  done?: string;
  version?: string;
  children?: ReactNode;
}

/** A form that makes one API call with or without script. */
export function ActionForm({ call, method = "POST", page, done, version, children, ...rest }: Props) {
  const csrf = useSelector((state: ReaderState) => state.session.csrf);
  return (
    <form {...rest} method="post" action={path("/submit", { call, method, page: done ? `${page}${page.includes("?") ? "&" : "?"}done=${done}` : page, version })}>
      <input type="hidden" name="csrf" value={csrf} />
      {children}
    </form>
  );
}
